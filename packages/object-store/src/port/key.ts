// Which strings can be keys: the same for both stores, so that an object can move from one to the other.
// Not how a store keeps them (fs/names.ts).
import { BadKeyError } from './errors.ts';

export const MAX_KEY_BYTES = 1024;

/** Throws BadKeyError unless `key` is a key. `prefixBytes`: what the store puts before it, counted in the length. */
export function checkKey(key: string, prefixBytes = 0): void {
  const fault = faultOf(key, prefixBytes);
  if (fault) throw new BadKeyError(key, fault);
}

/** Compares two strings by their UTF-8 bytes, the order keys are listed in (UTF-16 order differs above U+FFFF). */
export function compareKeys(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** The key as the path of a URL: every byte encoded but `/` and what needs none. */
export function keyInUrl(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/');
}

function faultOf(key: string, prefixBytes: number): string | undefined {
  if (key === '') return 'it is empty';
  if (!key.isWellFormed()) return 'it is not well-formed Unicode';
  if (Buffer.byteLength(key) + prefixBytes > MAX_KEY_BYTES) return `it is longer than ${MAX_KEY_BYTES} bytes`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/.test(key)) return 'it holds a control character';
  for (const segment of key.split('/')) {
    if (segment === '') return 'a segment is empty';
    if (segment === '.' || segment === '..') return 'a segment is a dot or two';
  }
  return undefined;
}
