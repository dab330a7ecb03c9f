// The order of URLs in listings, for computing ranges: the same mapping as url_order() in the database.

/** Text whose byte order is the listing order: `/` before every other character. */
export function urlOrder(url: string): string {
  return url.replaceAll('\x02', '\x02\x02').replaceAll('\x01', '\x02\x01').replaceAll('/', '\x01');
}

/**
 * The first text, in byte order of UTF-8, behind every text that starts with `prefix`; undefined when there is none.
 * UTF-8 orders as code points do, so the last code point that can be raised is, and what follows it is dropped.
 */
export function prefixEnd(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0)!);
  while (points.length > 0) {
    const last = points.pop()!;
    const next = last === 0xd7ff ? 0xe000 : last + 1;
    if (next <= 0x10ffff) return [...points, next].map((point) => String.fromCodePoint(point)).join('');
  }
  return undefined;
}
