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

/** A value, or what is wrong with it and where. `isClosed`: its end is known, and the cursor stands behind it. */
export type ReadValue =
  | { readonly value: string }
  | { readonly wrong: string; readonly at: number; readonly isClosed: boolean };

/** A quotation mark without another one within so many characters is taken for a slip. */
const MAX_QUOTED = 8_192;
const BARE_ESCAPES = '\\;># ';
const QUOTED_ESCAPES = '\\"';

/**
 * Reads up to `;`, `>`, `#` or the end of the line, without white space around it; or between quotes, also over several
 * lines. A backslash makes some characters ordinary ones (those of LOCKSS's grammar, TdbLexer.g4); before any other it is a
 * mistake. When the cursor is `starved` after this, nothing was read.
 */
export function readValue(cursor: Cursor): ReadValue {
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
    } else if (here === code.backslash) escaped = true;
  }
  cursor.at = Math.min(at, text.length);
  atEnd(cursor);
  if (!escaped) return { value: text.slice(start, endOfText(text, start, cursor.at)) };
  // A quotation mark at the beginning would be that of a quoted value.
  const from = text.startsWith('\\"', start) ? start + 2 : start;
  const wrong = wrongEscape(text, from, cursor.at, BARE_ESCAPES);
  return wrong ?? { value: unescaped(text, start, cursor.at) };
}

function readQuoted(cursor: Cursor): ReadValue {
  const start = ++cursor.at;
  let escaped = false;
  for (; !atEnd(cursor) && cursor.at - start <= MAX_QUOTED; cursor.at++) {
    const here = codeHere(cursor);
    if (here === code.quote) {
      const end = cursor.at++;
      const text = cursor.text.slice(start, end);
      if (!escaped) return { value: text };
      return (
        wrongEscape(cursor.text, start, end, QUOTED_ESCAPES) ?? { value: text.replaceAll(/\\(.)/gs, '$1') }
      );
    }
    if (here === code.backslash) {
      escaped = true;
      cursor.at++;
    }
  }
  if (!cursor.starved) cursor.at = start;
  return { wrong: 'a quote that is not closed', at: start - 1, isClosed: false };
}

/** The first backslash from `start` to `end` that stands before none of the characters in `known`. */
function wrongEscape(text: string, start: number, end: number, known: string): ReadValue | undefined {
  for (let at = text.indexOf('\\', start); at !== -1 && at < end; at = text.indexOf('\\', at + 2)) {
    if (at + 1 < end && known.includes(text[at + 1]!)) continue;
    const shown = JSON.stringify(text.slice(at, Math.min(at + 2, end)));
    return { wrong: `there is no escape ${shown}; a backslash is written \\\\`, at, isClosed: true };
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
  return text.slice(start, trimmed).replaceAll(/\\(.)/g, '$1');
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
