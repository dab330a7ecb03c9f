// Reads the lists of entity tags in If-Match and If-None-Match (RFC 9110, 8.8.3), and compares tags.

export interface EntityTag {
  readonly isWeak: boolean;
  /** The opaque tag, with its quotes. */
  readonly opaque: string;
}

export type Tags = '*' | readonly EntityTag[];

/** Returns the tags, or what is wrong as the end of a sentence that begins with the header. */
export function parseTags(text: string): { tags: Tags } | { wrong: string } {
  const tags: EntityTag[] = [];
  let star = false;
  for (let at = 0; at < text.length; ) {
    const char = text[at]!;
    if (char === ' ' || char === '\t' || char === ',') {
      at += 1;
      continue;
    }
    const isWeak = text.startsWith('W/"', at);
    const start = isWeak ? at + 2 : at;
    const end = text[start] === '"' ? text.indexOf('"', start + 1) + 1 : start + 1;
    if (char === '*') star = true;
    else if (text[start] !== '"') return { wrong: 'must have its entity tags in double quotes' };
    else if (end === 0) return { wrong: 'has an entity tag without its closing quote' };
    else tags.push({ isWeak, opaque: text.slice(start, end) });
    if (!/^[ \t]*(?:,|$)/.test(text.slice(end, end + 100)))
      return { wrong: 'must have commas between its entity tags' };
    at = end;
  }
  if (star && tags.length > 0) return { wrong: 'must not have `*` among entity tags' };
  if (!star && tags.length === 0) return { wrong: 'holds no entity tag' };
  return { tags: star ? '*' : tags };
}

/** "two entity tags are equivalent if both are not weak and their opaque-tags match". `etag` is strong, with its quotes. */
export const matchesStrongly = (etag: string, { isWeak, opaque }: EntityTag): boolean =>
  !isWeak && opaque === etag;

/** "two entity tags are equivalent if their opaque-tags match", weak or not. */
export const matchesWeakly = (etag: string, { opaque }: EntityTag): boolean => opaque === etag;
