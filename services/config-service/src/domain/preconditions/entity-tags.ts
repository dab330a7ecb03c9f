// Reads the lists of entity tags in If-Match and If-None-Match (RFC 9110, 8.8.3): strong ones only, or `*` alone.

/** `'*'`, or the tags with their quotes. A string: what is wrong, as the end of a sentence that begins with the header. */
export type Tags = '*' | readonly string[];

export function parseTags(text: string): { tags: Tags } | { wrong: string } {
  const tags: string[] = [];
  let star = false;
  for (let at = 0; at < text.length; ) {
    const char = text[at]!;
    if (char === ' ' || char === '\t' || char === ',') {
      at += 1;
      continue;
    }
    const end = char === '"' ? text.indexOf('"', at + 1) + 1 : at + 1;
    if (char === '*') star = true;
    else if (char !== '"') return { wrong: wrongStart(text.slice(at, at + 2)) };
    else if (end === 0) return { wrong: 'has an entity tag without its closing quote' };
    else tags.push(text.slice(at, end));
    if (!/^[ \t]*(?:,|$)/.test(text.slice(end, end + 100)))
      return { wrong: 'must have commas between its entity tags' };
    at = end;
  }
  if (star && tags.length > 0) return { wrong: 'must not have `*` among entity tags' };
  if (!star && tags.length === 0) return { wrong: 'holds no entity tag' };
  return { tags: star ? '*' : tags };
}

function wrongStart(text: string): string {
  if (text.toUpperCase() === 'W/') return 'must not have weak entity tags';
  return 'must have its entity tags in double quotes';
}
