// Parses single statements of `.tdb` text: `{`, `}`, `identifier = value`, and lists in `<` `>` for publishers, titles,
// implicit fields and AUs. statement-interpreter.ts interprets the parsed statements.
import {
  CHARACTER_CODES,
  getCharacterCode,
  isAtTextEnd,
  isFirstOnLine,
  type ParsedValue,
  readValue,
  readWord,
  skipBlank,
  skipSpaces,
  type TextCursor,
} from './cursor.ts';

/** A key such as `param[base_url]`: a word with an optional index. */
export interface ValueKey {
  readonly word: string;
  readonly index?: string;
}

/**
 * Key and value of an assignment. The value is undefined if it could not be read; an AU that needs it is then skipped.
 */
export type ValueAssignment = readonly [key: ValueKey, value: string | undefined];

export type TdbStatement =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'assignment'; readonly assignment: ValueAssignment }
  | { readonly kind: 'publisher' | 'title'; readonly assignments: readonly ValueAssignment[] }
  | { readonly kind: 'implicit'; readonly keys: readonly ValueKey[] }
  | { readonly kind: 'au'; readonly values: readonly string[] };

/** A syntax error and its position. */
export interface SyntaxFault {
  readonly at: number;
  readonly message: string;
}

export interface ParsedStatement {
  /** Valid part of the statement. Undefined if there is none. */
  readonly statement?: TdbStatement;
  readonly faults: readonly SyntaxFault[];
  /** True if the rest of the line could not be parsed. */
  readonly lost: boolean;
}

/**
 * Parses the statement at the cursor. The cursor must not be at white space or a comment. The result is invalid if
 * `starved` is set.
 */
export function readStatement(cursor: TextCursor): ParsedStatement {
  const here = getCharacterCode(cursor);
  if (here === CHARACTER_CODES.openBrace || here === CHARACTER_CODES.closeBrace) {
    cursor.at++;
    return createStatement({ kind: here === CHARACTER_CODES.openBrace ? 'open' : 'close' });
  }
  const start = cursor.at;
  const key = readKey(cursor);
  if (typeof key === 'string') return fault(start, key);
  skipSpaces(cursor);
  if (getCharacterCode(cursor) === CHARACTER_CODES.equals) return readAssignment(cursor, key);
  switch (key.index === undefined ? key.word : '') {
    case 'publisher':
      return readAssignments(cursor, 'publisher');
    case 'title':
      return readAssignments(cursor, 'title');
    case 'implicit':
      return readImplicit(cursor);
    case 'au':
      return readAu(cursor);
    default:
      isAtTextEnd(cursor);
      return fault(cursor.at, `there should be "=" after "${formatKey(key)}"`);
  }
}

function readAssignment(cursor: TextCursor, key: ValueKey): ParsedStatement {
  cursor.at++;
  const { value, faults, isClosed } = toValueOutcome(readValue(cursor));
  const statement = { kind: 'assignment', assignment: [key, value] } as const;
  if (!isClosed) return { statement, faults, lost: true };
  skipSpaces(cursor);
  if (
    isAtTextEnd(cursor) ||
    getCharacterCode(cursor) === CHARACTER_CODES.newline ||
    getCharacterCode(cursor) === CHARACTER_CODES.hash
  )
    return { statement, faults, lost: false };
  return {
    statement,
    faults: [
      ...faults,
      { at: cursor.at, message: `${describeNextCharacter(cursor)} where the line should end` },
    ],
    lost: true,
  };
}

function readAssignments(cursor: TextCursor, kind: 'publisher' | 'title'): ParsedStatement {
  const assignments: ValueAssignment[] = [];
  const valueFaults: SyntaxFault[] = [];
  const list = readList(cursor, kind, () => {
    // Accepts a `;` before the closing `>`, which is common in real files.
    if (getCharacterCode(cursor) === CHARACTER_CODES.more) return undefined;
    const start = cursor.at;
    const key = readKey(cursor);
    if (typeof key === 'string') return { at: start, message: key };
    skipSpaces(cursor);
    if (getCharacterCode(cursor) !== CHARACTER_CODES.equals) {
      isAtTextEnd(cursor);
      return { at: cursor.at, message: `there should be "=" after "${formatKey(key)}"` };
    }
    cursor.at++;
    const { value, faults, isClosed } = toValueOutcome(readValue(cursor));
    assignments.push([key, value]);
    valueFaults.push(...(isClosed ? faults : []));
    return isClosed ? undefined : faults[0];
  });
  // Uses the valid part of a damaged list. Otherwise, the name of a title could be lost, and its AUs would be added to
  // the wrong title.
  const faults = [...valueFaults, ...list.faults];
  const made = assignments.length === 0 && list.lost ? {} : { statement: { kind, assignments } };
  return { ...made, faults, lost: list.lost };
}

function readImplicit(cursor: TextCursor): ParsedStatement {
  const keys: ValueKey[] = [];
  const list = readList(cursor, 'implicit', () => {
    if (getCharacterCode(cursor) === CHARACTER_CODES.more) return undefined;
    const start = cursor.at;
    const key = readKey(cursor);
    if (typeof key === 'string') return { at: start, message: key };
    keys.push(key);
    return undefined;
  });
  return list.lost ? list : { statement: { kind: 'implicit', keys }, ...list };
}

function readAu(cursor: TextCursor): ParsedStatement {
  const values: string[] = [];
  const valueFaults: SyntaxFault[] = [];
  const list = readList(cursor, 'au', () => {
    const { value = '', faults, isClosed } = toValueOutcome(readValue(cursor));
    values.push(value);
    valueFaults.push(...(isClosed ? faults : []));
    return isClosed ? undefined : faults[0];
  });
  if (list.lost || valueFaults.length > 0)
    return { faults: [...valueFaults, ...list.faults], lost: list.lost };
  return { statement: { kind: 'au', values }, ...list };
}

type ListOutcome = Pick<ParsedStatement, 'faults' | 'lost'>;

/**
 * Reads items between `<` and `>`, separated by `;`. Skips white space and calls `readItem`, which may consume nothing.
 */
function readList(cursor: TextCursor, name: string, readItem: () => SyntaxFault | undefined): ListOutcome {
  const faults: SyntaxFault[] = [];
  skipBlank(cursor);
  if (getCharacterCode(cursor) !== CHARACTER_CODES.less)
    return createLostList(cursor.at, `there should be "<" after "${name}"`);
  while (!cursor.starved) {
    cursor.at++;
    skipBlank(cursor);
    const bad = readItem();
    if (bad) return { faults: [...faults, bad], lost: true };
    skipBlank(cursor);
    if (cursor.starved) break;
    const here = getCharacterCode(cursor);
    if (here === CHARACTER_CODES.more) {
      cursor.at++;
      return { faults, lost: false };
    }
    if (here === CHARACTER_CODES.semicolon) continue;
    const createFault = {
      at: cursor.at,
      message: `${describeNextCharacter(cursor)} where there should be ";" or ">"`,
    };
    if (!isFirstOnLine(cursor)) return { faults: [...faults, createFault], lost: true };
    faults.push(createFault);
    // The line ends without a separator. If the next line looks like a list item, a `;` is missing, otherwise a `>`.
    if (!looksLikeListItem(cursor)) return { faults, lost: false };
    cursor.at--;
  }
  return { faults, lost: false };
}

/** Returns whether the text at the cursor looks like an item of a publisher or title list. */
function looksLikeListItem(cursor: TextCursor): boolean {
  const enough = 40;
  if (cursor.at + enough > cursor.text.length && !cursor.last) cursor.starved = true;
  return /^(?:name|issn|eissn|issnl|type|doi)[ \t]{0,20}=/.test(
    cursor.text.slice(cursor.at, cursor.at + enough),
  );
}

/** Reads a key. Returns an error message if the text at the cursor is not a key. */
function readKey(cursor: TextCursor): ValueKey | string {
  const word = readWord(cursor);
  if (word === '') return `${describeNextCharacter(cursor)} where an identifier should stand`;
  if (getCharacterCode(cursor) !== CHARACTER_CODES.openBracket) return { word };
  const start = ++cursor.at;
  while (!isAtTextEnd(cursor) && getCharacterCode(cursor) !== CHARACTER_CODES.closeBracket) {
    if (getCharacterCode(cursor) === CHARACTER_CODES.newline) return `"${word}[" has no "]" on its line`;
    cursor.at++;
  }
  const index = cursor.text.slice(start, cursor.at++).trim();
  if (index === '' || index === '__proto__') return `"${word}[${index}]" names nothing`;
  return { word, index };
}

function toValueOutcome(read: ParsedValue): {
  value?: string;
  faults: readonly SyntaxFault[];
  isClosed: boolean;
} {
  if ('value' in read) return { value: read.value, faults: [], isClosed: true };
  return { faults: [{ at: read.at, message: read.wrong }], isClosed: read.isClosed };
}

function formatKey({ word, index }: ValueKey): string {
  return index === undefined ? word : `${word}[${index}]`;
}

/** Quotes the text at the cursor for an error message. */
function describeNextCharacter(cursor: TextCursor): string {
  const point = cursor.text.codePointAt(cursor.at);
  if (point === undefined) return 'the text ends';
  if (point === CHARACTER_CODES.newline) return 'the line ends';
  if (point > 0x20 && point < 0x7f) return `there is "${String.fromCodePoint(point)}"`;
  return `there is U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

function createStatement(statement: TdbStatement): ParsedStatement {
  return { statement, faults: [], lost: false };
}

function fault(at: number, message: string): ParsedStatement {
  return createLostList(at, message);
}

function createLostList(at: number, message: string): ListOutcome {
  return { faults: [{ at, message }], lost: true };
}
