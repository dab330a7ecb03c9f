// Tokenizes style sheets (CSS Syntax Module Level 3).
import { ident, tokenize, tokenTypes } from 'css-tree';

export interface CssToken {
  readonly type: number;
  readonly start: number;
  readonly end: number;
}

/** Returns all tokens of the text, in order and without gaps. */
export function tokenizeCss(text: string): CssToken[] {
  const tokens: CssToken[] = [];
  tokenize(text, (type, start, end) => {
    tokens.push({ type, start, end });
  });
  return tokens;
}

// Escape sequence: up to six hexadecimal digits and one white space, or any character.
const ESCAPE = /\\(?:([0-9a-f]{1,6})(?:\r\n|[ \t\r\n\f])?|([\s\S]))/gi;

/**
 * Decodes the escaped letters of `url` and leaves all other escape sequences. css-tree recognizes an unquoted URL only
 * after the plain word, but browsers also accept `u\72l(…)`.
 */
export function unescapeUrlLetters(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPE, (whole, digits: string | undefined, character: string | undefined) => {
    const decoded = digits === undefined ? character! : toCharacter(Number.parseInt(digits, 16));
    return /^[url]$/i.test(decoded) ? decoded : whole;
  });
}

function toCharacter(code: number): string {
  return code <= 0x7f ? String.fromCharCode(code) : '';
}

/** Decodes the name of a function or at-rule token, in lower case and without `(` or `@`. */
export function decodeTokenName(text: string): string {
  return ident.decode(text.replace(/^@|\($/g, '')).toLowerCase();
}

const closers = new Map([
  [tokenTypes.LeftCurlyBracket, '}'],
  [tokenTypes.LeftParenthesis, ')'],
  [tokenTypes.LeftSquareBracket, ']'],
  [tokenTypes.Function, ')'],
]);
const closing = new Map([
  [tokenTypes.RightCurlyBracket, '}'],
  [tokenTypes.RightParenthesis, ')'],
  [tokenTypes.RightSquareBracket, ']'],
]);

/** Returns the character that closes the block that this token opens. */
export function findClosingCharacter(type: number): string | undefined {
  return closers.get(type);
}

/** Returns the character of a token that closes a block. */
export function readClosingCharacter(type: number): string | undefined {
  return closing.get(type);
}

/** Returns the characters that complete a token at the end of the text, such as a missing quotation mark. */
export function completeToken(type: number, text: string): string {
  if (type === tokenTypes.Comment) return /^\/\*[\s\S]*\*\/$/.test(text) && text.length >= 4 ? '' : '*/';
  if (type !== tokenTypes.String) return '';
  const quote = text[0]!;
  const isClosed =
    text.length > 1 && text.endsWith(quote) && !/(?:^|[^\\])(?:\\\\)*\\$/.test(text.slice(1, -1));
  return isClosed ? '' : text.endsWith('\\') && /(?:^|[^\\])(?:\\\\)*\\$/.test(text) ? `\\${quote}` : quote;
}
