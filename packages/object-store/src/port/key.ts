// Validates and compares keys. Both kinds of store have the same rules, so that objects can be moved between them.
import { BadKeyError } from './errors.ts';

export const MAX_KEY_BYTES = 1024;

/** Throws BadKeyError unless `key` is valid. The store's prefix (`prefixBytes`) counts towards the maximum length. */
export function checkObjectKey(key: string, prefixBytes = 0): void {
  const fault = findKeyFault(key, prefixBytes);
  if (fault) throw new BadKeyError(key, fault);
}

/** Compares keys by their UTF-8 bytes, as listings do. UTF-16 order differs for characters above U+FFFF. */
export function compareObjectKeys(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Percent-encodes a key for a URL path. Keeps `/`. */
export function encodeKeyForUrl(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/');
}

function findKeyFault(key: string, prefixBytes: number): string | undefined {
  if (key === '') return 'it is empty';
  if (!key.isWellFormed()) return 'it is not well-formed Unicode';
  if (Buffer.byteLength(key) + prefixBytes > MAX_KEY_BYTES) return `it is longer than ${MAX_KEY_BYTES} bytes`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check is for control characters
  if (/[\u0000-\u001f\u007f-\u009f\ufffe\uffff]/.test(key)) return 'it contains a control character';
  for (const segment of key.split('/')) {
    if (segment === '') return 'a segment is empty';
    if (segment === '.' || segment === '..') return 'a segment is "." or ".."';
  }
  return undefined;
}
