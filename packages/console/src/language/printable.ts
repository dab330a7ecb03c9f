// Makes names and URLs from captures safe to display: replaces invisible characters and bidirectional control
// characters with visible symbols.

const HIDDEN =
  /[\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb]/gu;

/** Replaces each invisible character with a symbol such as `␀` or with its code point, such as `[U+202E]`. */
export function makePrintable(text: string): string {
  return text.toWellFormed().replace(HIDDEN, (character) => {
    const code = character.codePointAt(0)!;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}

/** Shortens the text to `most` characters by omitting the middle. */
export function shortenMiddle(text: string, most: number): string {
  const shown = makePrintable(text);
  if (shown.length <= most) return shown;
  const half = Math.floor((most - 1) / 2);
  return `${shown.slice(0, half)}…${shown.slice(-half)}`.toWellFormed();
}

/** Number of characters to keep at the end of a text whose middle is omitted. */
const TAIL = 14;

/**
 * Makes a text printable and splits it before its last characters. Returns a short text unsplit, as the tail. Keeps
 * combining marks with their base character.
 */
export function splitAtTail(text: string): readonly [head: string, tail: string] {
  const shown = makePrintable(text);
  if (shown.length <= 2 * TAIL) return ['', shown];
  let at = shown.length - TAIL;
  // Moves the split before the base character if a low surrogate or a combining mark would begin the tail.
  while (at > 0 && /^[\udc00-\udfff]|^\p{M}/u.test(shown.slice(at))) at -= 1;
  return [shown.slice(0, at), shown.slice(at)];
}

/** Returns a file name for a download: the last path segment of the URL, or `otherwise` if there is none. */
export function toFileName(url: string, otherwise: string): string {
  const path = url.replace(/[?#].*$/s, '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
  const last = path.split('/').at(-1) ?? '';
  const name = last
    .replace(/[^\w.,()+ -]+/g, '_')
    .replace(/^[._ ]+/, '')
    .slice(-100);
  return name === '' ? otherwise : name;
}
