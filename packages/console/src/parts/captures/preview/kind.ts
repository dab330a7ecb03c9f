// Chooses how to display a payload, by its first bytes and its declared type. The declared type may be wrong: an image
// is displayed only in the format detected from its bytes, and text only as text.

export type PreviewKind = 'image' | 'svg' | 'pdf' | 'html' | 'text' | 'none';

export interface PreviewChoice {
  readonly kind: PreviewKind;
  /** Media type of an image, detected from its bytes. */
  readonly type?: string;
}

/**
 * Chooses the preview. `declared` is the Content-Type of the capture. `bytes` are the first bytes of the payload,
 * without content codings.
 */
export function choosePreview(bytes: Uint8Array, declared: string | undefined): PreviewChoice {
  const type = sniffImageType(bytes);
  if (type !== undefined) return { kind: 'image', type };
  if (startsWith(bytes, '%PDF-')) return { kind: 'pdf' };
  if (isBinary(bytes)) return { kind: 'none' };
  const name = (declared ?? '').split(';')[0]!.trim().toLowerCase();
  const beginning = new TextDecoder().decode(bytes.subarray(0, 1024)).trimStart();
  if (name === 'image/svg+xml' || (isXml(name) && /<svg[\s>]/i.test(beginning))) return { kind: 'svg' };
  if (/^(text\/html|application\/xhtml\+xml)$/.test(name)) return { kind: 'html' };
  if (name === '' && /^<(!doctype html|html)/i.test(beginning)) return { kind: 'html' };
  return { kind: 'text' };
}

const isXml = (name: string): boolean => name === '' || /[/+]xml$/.test(name);

/** Detects image formats by magic bytes. None of these formats can contain scripts. */
function sniffImageType(bytes: Uint8Array): string | undefined {
  const at = (offset: number, text: string) => startsWith(bytes.subarray(offset), text);
  if (at(0, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (at(0, '\xff\xd8\xff')) return 'image/jpeg';
  if (at(0, 'GIF87a') || at(0, 'GIF89a')) return 'image/gif';
  if (at(0, 'RIFF') && at(8, 'WEBP')) return 'image/webp';
  if (at(4, 'ftypavif') || at(4, 'ftypavis')) return 'image/avif';
  if (at(0, 'BM') && bytes.length > 26 && bytes[14] === 40 && bytes[15] === 0) return 'image/bmp';
  if (at(0, '\0\0\x01\0') && bytes.length > 22 && bytes[4]! > 0 && bytes[5] === 0) return 'image/x-icon';
  return undefined;
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  if (bytes.length < text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[i] !== text.charCodeAt(i)) return false;
  return true;
}

const LOOKED_AT = 8_192;

/**
 * Returns true if the bytes contain control characters that do not occur in text. UTF-16 text may contain such bytes,
 * but begins with a byte order mark.
 */
function isBinary(bytes: Uint8Array): boolean {
  if (startsWith(bytes, '\xff\xfe') || startsWith(bytes, '\xfe\xff')) return false;
  return bytes.subarray(0, LOOKED_AT).some((byte) => byte < 9 || (byte > 13 && byte < 27));
}
