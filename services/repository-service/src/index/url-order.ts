// Order of URLs in listings, used to compute ranges. The mapping is the same as url_order() in the database.

/** Maps a URL to text whose byte order is the listing order: `/` sorts before every other character. */
export function toUrlOrder(url: string): string {
  return url.replaceAll('\x02', '\x02\x02').replaceAll('\x01', '\x02\x01').replaceAll('/', '\x01');
}

/**
 * Returns the lowest text, in byte order of UTF-8, that is higher than all texts starting with `prefix`. Returns
 * undefined if there is none. UTF-8 sorts by code point, so the last code point that can be incremented is incremented
 * and the rest is dropped.
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
