// Cursor in a block of text, and functions that read one token each and advance the cursor. A function sets `starved`
// if its token may continue in the next block. Its result is then invalid, and the token must be read again with more
// text.

export interface TextCursor {
  text: string;
  at: number;
  /** True for the last block of the text. */
  last: boolean;
  starved: boolean;
}

export const CHARACTER_CODES = {
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

/** Returns the character code at the cursor, or NaN at the end of the block. */
export function getCharacterCode(cursor: TextCursor): number {
  return cursor.text.charCodeAt(cursor.at);
}

/** Returns whether the cursor is at the end of the block. Sets `starved` if this is not the last block. */
export function isAtTextEnd(cursor: TextCursor): boolean {
  if (cursor.at < cursor.text.length) return false;
  if (!cursor.last) cursor.starved = true;
  return true;
}

/** Skips white space within a line. */
export function skipSpaces(cursor: TextCursor): void {
  while (isSpace(getCharacterCode(cursor))) cursor.at++;
}

/** Skips white space, line breaks and comments. Returns false if the text ends within a comment. */
export function skipBlank(cursor: TextCursor): boolean {
  while (!isAtTextEnd(cursor)) {
    const here = getCharacterCode(cursor);
    if (here === CHARACTER_CODES.newline || isSpace(here)) cursor.at++;
    else if (here !== CHARACTER_CODES.hash) return true;
    else if (!skipLine(cursor)) return false;
  }
  return true;
}

/** Skips the rest of the line including its line break. Returns false if the text ends first. */
export function skipLine(cursor: TextCursor): boolean {
  const end = cursor.text.indexOf('\n', cursor.at);
  cursor.at = end === -1 ? cursor.text.length : end + 1;
  if (end === -1 && !cursor.last) cursor.starved = true;
  return end !== -1;
}

/** Returns whether only white space precedes the cursor on its line. */
export function isFirstOnLine({ text, at }: TextCursor): boolean {
  let before = at - 1;
  while (before >= 0 && isSpace(text.charCodeAt(before))) before--;
  return before < 0 || text.charCodeAt(before) === CHARACTER_CODES.newline;
}

/** Reads a letter followed by letters, digits, `_` and `.`. Returns an empty string if there is no letter. */
export function readWord(cursor: TextCursor): string {
  const start = cursor.at;
  if (isLetter(getCharacterCode(cursor))) {
    do cursor.at++;
    while (isWordPart(getCharacterCode(cursor)));
  }
  isAtTextEnd(cursor);
  return cursor.text.slice(start, cursor.at);
}

/** A value, or an error with its position. `isClosed` is true if the cursor is after the end of the faulty value. */
export type ParsedValue =
  | { readonly value: string }
  | { readonly wrong: string; readonly at: number; readonly isClosed: boolean };

/**
 * Maximum length of a quoted value. If the value is longer, the opening quotation mark is considered a typing error.
 */
const MAX_QUOTED = 8_192;
const BARE_ESCAPES = '\\;># ';
const QUOTED_ESCAPES = '\\"';

/**
 * Reads a quoted value, which may span lines, or an unquoted value up to `;`, `>`, `#` or the end of the line. A
 * backslash may only precede the special characters of LOCKSS's grammar (TdbLexer.g4). If `starved` is set, the result
 * is invalid.
 */
export function readValue(cursor: TextCursor): ParsedValue {
  skipSpaces(cursor);
  if (getCharacterCode(cursor) === CHARACTER_CODES.quote) return readQuoted(cursor);
  const { text, at: start } = cursor;
  let at = start;
  let escaped = false;
  for (; at < text.length; at++) {
    const here = text.charCodeAt(at);
    if (
      here === CHARACTER_CODES.semicolon ||
      here === CHARACTER_CODES.more ||
      here === CHARACTER_CODES.newline ||
      here === CHARACTER_CODES.hash
    )
      break;
    if (here === CHARACTER_CODES.backslash && text.charCodeAt(at + 1) !== CHARACTER_CODES.newline) {
      escaped = true;
      at++;
    } else if (here === CHARACTER_CODES.backslash) escaped = true;
  }
  cursor.at = Math.min(at, text.length);
  isAtTextEnd(cursor);
  if (!escaped) return { value: text.slice(start, endOfText(text, start, cursor.at)) };
  // Skips an escaped quotation mark at the start, which is part of an unquoted value.
  const from = text.startsWith('\\"', start) ? start + 2 : start;
  const wrong = findWrongEscape(text, from, cursor.at, BARE_ESCAPES);
  return wrong ?? { value: unescapeText(text, start, cursor.at) };
}

function readQuoted(cursor: TextCursor): ParsedValue {
  const start = ++cursor.at;
  let escaped = false;
  for (; !isAtTextEnd(cursor) && cursor.at - start <= MAX_QUOTED; cursor.at++) {
    const here = getCharacterCode(cursor);
    if (here === CHARACTER_CODES.quote) {
      const end = cursor.at++;
      const text = cursor.text.slice(start, end);
      if (!escaped) return { value: text };
      return (
        findWrongEscape(cursor.text, start, end, QUOTED_ESCAPES) ?? {
          value: text.replaceAll(/\\(.)/gs, '$1'),
        }
      );
    }
    if (here === CHARACTER_CODES.backslash) {
      escaped = true;
      cursor.at++;
    }
  }
  if (!cursor.starved) cursor.at = start;
  return { wrong: 'a quote that is not closed', at: start - 1, isClosed: false };
}

/** Returns an error for the first backslash between `start` and `end` that precedes a character outside `known`. */
function findWrongEscape(text: string, start: number, end: number, known: string): ParsedValue | undefined {
  for (let at = text.indexOf('\\', start); at !== -1 && at < end; at = text.indexOf('\\', at + 2)) {
    if (at + 1 < end && known.includes(text[at + 1]!)) continue;
    const shown = JSON.stringify(text.slice(at, Math.min(at + 2, end)));
    return { wrong: `there is no escape ${shown}; a backslash is written \\\\`, at, isClosed: true };
  }
  return undefined;
}

/** Resolves escape sequences. Removes white space at the end unless it is escaped. */
function unescapeText(text: string, start: number, end: number): string {
  let trimmed = endOfText(text, start, end);
  let slashes = 0;
  while (trimmed - slashes > start && text.charCodeAt(trimmed - slashes - 1) === CHARACTER_CODES.backslash)
    slashes++;
  // White space after an odd number of backslashes is escaped.
  if (slashes % 2 === 1 && trimmed < end) trimmed++;
  return text.slice(start, trimmed).replaceAll(/\\(.)/g, '$1');
}

/** Returns the index after the last character that is not white space. */
function endOfText(text: string, start: number, end: number): number {
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return end;
}

function isSpace(here: number): boolean {
  return here === CHARACTER_CODES.space || here === CHARACTER_CODES.tab || here === CHARACTER_CODES.return;
}

function isLetter(here: number): boolean {
  return (here >= 65 && here <= 90) || (here >= 97 && here <= 122);
}

function isWordPart(here: number): boolean {
  return isLetter(here) || (here >= 48 && here <= 57) || here === 95 || here === 46;
}
