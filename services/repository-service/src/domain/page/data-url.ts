// Reads the data URLs in a captured page, and rewrites those that are permitted.
import { pageLimits } from './limits.ts';
import { detectFontType, detectImageType } from './media-type.ts';

const DATA_URL = /^\s*data:([^,]*),/i;

export function isDataUrl(text: string): boolean {
  return DATA_URL.test(text);
}

/** Returns the approximate length of the content of a data URL, in bytes. */
export function measureDataUrl(text: string): number {
  return text.length - text.indexOf(',') - 1;
}

/**
 * Returns a data URL with the same content and the media type that its bytes indicate. Returns undefined if the content
 * is too large or not of the expected kind. The result contains only the characters of Base64 and `:;,/+=-`.
 */
export function rewriteDataUrl(text: string, kind: 'image' | 'font'): string | undefined {
  const head = DATA_URL.exec(text);
  if (!head || text.length > 2 * pageLimits.resourceBytes) return undefined;
  const content = text.slice(head[0].length);
  const bytes = /;\s*base64\s*$/i.test(head[1]!)
    ? Buffer.from(unescapePercent(content), 'base64')
    : Buffer.from(unescapePercent(content), 'latin1');
  const type = kind === 'image' ? detectImageType(bytes) : detectFontType(bytes);
  return type === undefined ? undefined : formatDataUrl(type, bytes);
}

export function formatDataUrl(type: string, bytes: Uint8Array): string {
  return `data:${type};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')}`;
}

/** Decodes percent-encoded bytes. Returns one character per byte. */
function unescapePercent(text: string): string {
  const bytes = Buffer.from(text).toString('latin1');
  return bytes.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
