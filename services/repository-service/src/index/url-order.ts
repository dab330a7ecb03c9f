// Order of URLs in listings. Must agree with url_order() in the database.

/** Maps a URL to text whose byte order is the listing order, in which `/` sorts before all other characters. */
export function toUrlOrder(url: string): string {
  return url.replaceAll('\x02', '\x02\x02').replaceAll('\x01', '\x02\x01').replaceAll('/', '\x01');
}

/**
 * Returns the lowest text, in UTF-8 byte order, above all texts that start with `prefix`. Returns undefined if there is
 * none. Increments the last code point that can be incremented and drops the rest.
 */
export function findPrefixEnd(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0)!);
  while (points.length > 0) {
    const last = points.pop()!;
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    if (next <= 0x10ffff) return [...points, next].map((point) => String.fromCodePoint(point)).join('');
  }
  return undefined;
}
