// Encodes and decodes HTML forms with the same results as Python's urllib.
import type { RequestBody } from './request-body.ts';

// Maximum number of characters of a form that are read. Twelve encoded characters represent at least one decoded
// character, so this is enough for the longest key.
const FORM_CHARACTERS = 64 * 1024;

/** Decodes an HTML form. Returns undefined if it is not valid UTF-8. */
export function parseFormQuery({ bytes, isWhole }: RequestBody): string | undefined {
  const text = decodeUtf8(bytes, isWhole);
  return text === undefined ? undefined : decodeFormText(text.slice(0, FORM_CHARACTERS));
}

/** Decodes UTF-8, or returns undefined if it is invalid. `isWhole` is false if the bytes may end inside a character. */
export function decodeUtf8(bytes: Uint8Array, isWhole = true): string | undefined {
  return decodeBytes('utf-8', bytes, isWhole);
}

/**
 * Decodes bytes, or returns undefined if they are invalid in this encoding. Throws RangeError for an unknown encoding.
 */
export function decodeBytes(encoding: string, bytes: Uint8Array, isWhole = true): string | undefined {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes, { stream: !isWhole });
  } catch {
    return undefined;
  }
}

/** Decodes percent-escapes. Invalid UTF-8 becomes U+FFFD. Consecutive escapes are decoded together. */
function decodeFormText(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  return spaced.replace(ASCII_RUN, (run) => {
    if (!run.includes('%')) return run;
    const bytes = run.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return Buffer.from(bytes, 'latin1').toString('utf8');
  });
}

const ASCII_RUN = /[\0-\x7f]+/g;

/** Formats parameters as an escaped `name=value&…`. Throws URIError for a lone surrogate. */
export function encodeFormParameters(
  parameters: Iterable<readonly [name: string, value: string | Buffer]>,
): string {
  let query = '';
  for (const [name, value] of parameters)
    query += `${query && '&'}${encodeFormValue(name)}=${encodeFormValue(value)}`;
  return query;
}

function encodeFormValue(value: string | Buffer): string {
  if (typeof value !== 'string') return escapeBytes(value);
  return encodeURIComponent(value)
    .replace(/[!'()*]/g, (character) => escapes[character.charCodeAt(0)]!)
    .replaceAll('%20', '+');
}

function escapeBytes(bytes: Buffer): string {
  let text = '';
  for (const byte of bytes) text += escapes[byte];
  return text;
}

/** Escape of each byte. */
const escapes = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (/[\w.~-]/.test(character)) return character;
  return character === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
});
