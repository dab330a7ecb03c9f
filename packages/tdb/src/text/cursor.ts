// A place in a piece of text, and the smallest things that can be read there. Each of these leaves the cursor behind what
// it read. One that comes to the end of a piece that is not the last says so by `starved`: what it read does not count
// then, and is read again when there is more text.

export interface Cursor {
  text: string;
  at: number;
  /** Whether nothing follows the text. */
  last: boolean;
  starved: boolean;
}

export const code = {
  tab: 9,
  newline: 10,
  return: 13,
  space: 32,
  quote: 34,
  hash: 35,
  semicolon: 59,
  less: 60,
  equals: 61,
  more: 62,
  openBracket: 91,
  backslash: 92,
  closeBracket: 93,
  openBrace: 123,
  closeBrace: 125,
} as const;

/** The character at the cursor; NaN at the end of the text. */
export function codeHere(cursor: Cursor): number {
  return cursor.text.charCodeAt(cursor.at);
}

/** Whether the text ends here; when more of it may follow, the cursor is marked as starved. */
export function atEnd(cursor: Cursor): boolean {
  if (cursor.at < cursor.text.length) return false;
  if (!cursor.last) cursor.starved = true;
  return true;
}

/** Passes white space within a line. */
export function skipSpaces(cursor: Cursor): void {
  while (isSpace(codeHere(cursor))) cursor.at++;
}

/** Passes white space, line ends and comments. False when the text ends before the line of a comment does. */
export function skipBlank(cursor: Cursor): boolean {
  while (!atEnd(cursor)) {
    const here = codeHere(cursor);
    if (here === code.newline || isSpace(here)) cursor.at++;
    else if (here !== code.hash) return true;
    else if (!skipLine(cursor)) return false;
  }
  return true;
}

/** Passes the rest of the line, and its end. False when the text ends first. */
export function skipLine(cursor: Cursor): boolean {
  const end = cursor.text.indexOf('\n', cursor.at);
  cursor.at = end === -1 ? cursor.text.length : end + 1;
  if (end === -1 && !cursor.last) cursor.starved = true;
  return end !== -1;
}

/** Whether only white space stands between the cursor and the beginning of its line. */
export function isFirstOnLine({ text, at }: Cursor): boolean {
  let before = at - 1;
  while (before >= 0 && isSpace(text.charCodeAt(before))) before--;
  return before < 0 || text.charCodeAt(before) === code.newline;
}

/** A letter, then letters, digits, `_` and `.`; empty when there is none. */
export function readWord(cursor: Cursor): string {
  const start = cursor.at;
  if (isLetter(codeHere(cursor))) {
    do cursor.at++;
    while (isWordPart(codeHere(cursor)));
  }
  atEnd(cursor);
  return cursor.text.slice(start, cursor.at);
}

/**
 * Up to `;`, `>`, `#` or the end of the line, without white space around it; or between quotes. A backslash makes the
 * next character an ordinary one. Undefined when a quote is not closed on its line.
 */
export function readValue(cursor: Cursor): string | undefined {
  skipSpaces(cursor);
  if (codeHere(cursor) === code.quote) return readQuoted(cursor);
  const { text, at: start } = cursor;
  let at = start;
  let escaped = false;
  for (; at < text.length; at++) {
    const here = text.charCodeAt(at);
    if (here === code.semicolon || here === code.more || here === code.newline || here === code.hash) break;
    if (here === code.backslash && text.charCodeAt(at + 1) !== code.newline) {
      escaped = true;
      at++;
    }
  }
  cursor.at = Math.min(at, text.length);
  atEnd(cursor);
  return escaped ? unescaped(text, start, cursor.at) : text.slice(start, endOfText(text, start, cursor.at));
}

function readQuoted(cursor: Cursor): string | undefined {
  const start = ++cursor.at;
  let escaped = false;
  for (; !atEnd(cursor); cursor.at++) {
    const here = codeHere(cursor);
    if (here === code.newline) return undefined;
    if (here === code.quote) {
      const text = cursor.text.slice(start, cursor.at++);
      return escaped ? text.replaceAll(/\\(.)/gs, '$1') : text;
    }
    if (here === code.backslash && cursor.text.charCodeAt(cursor.at + 1) !== code.newline) {
      escaped = true;
      cursor.at++;
    }
  }
  return undefined;
}

/** White space that is escaped stays; what stands at the end otherwise does not. */
function unescaped(text: string, start: number, end: number): string {
  let trimmed = endOfText(text, start, end);
  let slashes = 0;
  while (trimmed - slashes > start && text.charCodeAt(trimmed - slashes - 1) === code.backslash) slashes++;
  // A backslash that is itself not escaped keeps the white space behind it.
  if (slashes % 2 === 1 && trimmed < end) trimmed++;
  return text.slice(start, trimmed).replaceAll(/\\([^\n])/g, '$1');
}

/** Where the text ends when white space at its end is left out. */
function endOfText(text: string, start: number, end: number): number {
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return end;
}

function isSpace(here: number): boolean {
  return here === code.space || here === code.tab || here === code.return;
}

function isLetter(here: number): boolean {
  return (here >= 65 && here <= 90) || (here >= 97 && here <= 122);
}

function isWordPart(here: number): boolean {
  return isLetter(here) || (here >= 48 && here <= 57) || here === 95 || here === 46;
}
