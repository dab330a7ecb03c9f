// Form encoding, both ways, as Python's urllib does it.
import type { RequestBody } from './request-body.ts';

// A character may be spelled with twelve: so much of a form gives more than is kept of it.
const FORM_CHARACTERS = 64 * 1024;

/** A form's text with its escapes undone; undefined when it is not UTF-8. */
export function formQuery({ bytes, isWhole }: RequestBody): string | undefined {
  const text = utf8(bytes, isWhole);
  return text === undefined ? undefined : unescaped(text.slice(0, FORM_CHARACTERS));
}

/** Undefined when the bytes are not UTF-8. `isWhole`: false when they may end amidst a character. */
export function utf8(bytes: Uint8Array, isWhole = true): string | undefined {
  return decoded('utf-8', bytes, isWhole);
}

/** Undefined when the bytes are not of the encoding; throws RangeError when there is no such one. */
export function decoded(encoding: string, bytes: Uint8Array, isWhole = true): string | undefined {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes, { stream: !isWhole });
  } catch {
    return undefined;
  }
}

/** Bytes that are escaped and not UTF-8 become U+FFFD; escapes on either side of other characters do not go together. */
function unescaped(text: string): string {
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

/** `name=value&…`, both escaped. Throws URIError for half a surrogate pair. */
export function formEncoded(parameters: Iterable<readonly [name: string, value: string | Buffer]>): string {
  let query = '';
  for (const [name, value] of parameters) query += `${query && '&'}${escaped(name)}=${escaped(value)}`;
  return query;
}

function escaped(value: string | Buffer): string {
  if (typeof value !== 'string') return escapedBytes(value);
  return encodeURIComponent(value)
    .replace(/[!'()*]/g, (character) => escapes[character.charCodeAt(0)]!)
    .replaceAll('%20', '+');
}

function escapedBytes(bytes: Buffer): string {
  let text = '';
  for (const byte of bytes) text += escapes[byte];
  return text;
}

/** Of each byte. */
const escapes = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (/[\w.~-]/.test(character)) return character;
  return character === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
});
