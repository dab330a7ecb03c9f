// Names and URLs of others as text on the screen: what would not be seen, or would turn around what stands beside it, is
// shown as a sign of its own.

const HIDDEN =
  /[\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb]/gu;

/** Each hidden character as `␀`, or its code point: `[U+202E]`. */
export function printable(text: string): string {
  return text.toWellFormed().replace(HIDDEN, (character) => {
    const code = character.codePointAt(0)!;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}

/** At most so many characters, the middle left out. */
export function shortened(text: string, most: number): string {
  const shown = printable(text);
  if (shown.length <= most) return shown;
  const half = Math.floor((most - 1) / 2);
  return `${shown.slice(0, half)}…${shown.slice(-half)}`.toWellFormed();
}

/** What a file that is saved may be called: the end of the URL's path, or `otherwise`. */
export function fileNameOf(url: string, otherwise: string): string {
  const path = url.replace(/[?#].*$/s, '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
  const last = path.split('/').at(-1) ?? '';
  const name = last
    .replace(/[^\w.,()+ -]+/g, '_')
    .replace(/^[._ ]+/, '')
    .slice(-100);
  return name === '' ? otherwise : name;
}
