// The grammar of `.tdb` text, a statement at a time: `{`, `}`, `identifier = value`, and lists between `<` and `>` of
// publishers, titles, implicit fields and AUs. Says what stands there and nothing of what it means.
import {
  atEnd,
  type Cursor,
  code,
  codeHere,
  isFirstOnLine,
  type ReadValue,
  readValue,
  readWord,
  skipBlank,
  skipSpaces,
} from './cursor.ts';

/** `param[base_url]`: a word, and what stands in brackets behind it. */
export interface Key {
  readonly word: string;
  readonly index?: string;
}

/** The value is undefined if it cannot be read: what it holds for is left out. */
export type Assignment = readonly [key: Key, value: string | undefined];

export type Statement =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'assignment'; readonly assignment: Assignment }
  | { readonly kind: 'publisher' | 'title'; readonly assignments: readonly Assignment[] }
  | { readonly kind: 'implicit'; readonly keys: readonly Key[] }
  | { readonly kind: 'au'; readonly values: readonly string[] };

/** A fault of the text: what is wrong, and where. */
export interface Fault {
  readonly at: number;
  readonly message: string;
}

export interface Reading {
  /** The part that could be understood; undefined when that makes no statement. */
  readonly statement?: Statement;
  readonly faults: readonly Fault[];
  /** Whether the rest of the line cannot be understood. */
  readonly lost: boolean;
}

/** The cursor stands on what is no white space, comment or end. When it is `starved` after this, nothing was read. */
export function readStatement(cursor: Cursor): Reading {
  const here = codeHere(cursor);
  if (here === code.openBrace || here === code.closeBrace) {
    cursor.at++;
    return read({ kind: here === code.openBrace ? 'open' : 'close' });
  }
  const start = cursor.at;
  const key = readKey(cursor);
  if (typeof key === 'string') return fault(start, key);
  skipSpaces(cursor);
  if (codeHere(cursor) === code.equals) return readAssignment(cursor, key);
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
      atEnd(cursor);
      return fault(cursor.at, `there should be "=" after "${shown(key)}"`);
  }
}

function readAssignment(cursor: Cursor, key: Key): Reading {
  cursor.at++;
  const { value, faults, isClosed } = outcomeOf(readValue(cursor));
  const statement = { kind: 'assignment', assignment: [key, value] } as const;
  if (!isClosed) return { statement, faults, lost: true };
  skipSpaces(cursor);
  if (atEnd(cursor) || codeHere(cursor) === code.newline || codeHere(cursor) === code.hash)
    return { statement, faults, lost: false };
  return {
    statement,
    faults: [...faults, { at: cursor.at, message: `${found(cursor)} where the line should end` }],
    lost: true,
  };
}

function readAssignments(cursor: Cursor, kind: 'publisher' | 'title'): Reading {
  const assignments: Assignment[] = [];
  const spoilt: Fault[] = [];
  const list = readList(cursor, kind, () => {
    // A `;` before the closing `>` is common.
    if (codeHere(cursor) === code.more) return undefined;
    const start = cursor.at;
    const key = readKey(cursor);
    if (typeof key === 'string') return { at: start, message: key };
    skipSpaces(cursor);
    if (codeHere(cursor) !== code.equals) {
      atEnd(cursor);
      return { at: cursor.at, message: `there should be "=" after "${shown(key)}"` };
    }
    cursor.at++;
    const { value, faults, isClosed } = outcomeOf(readValue(cursor));
    assignments.push([key, value]);
    spoilt.push(...(isClosed ? faults : []));
    return isClosed ? undefined : faults[0];
  });
  // The understood part counts even if the list is damaged: without its name, everything below would be misplaced.
  const faults = [...spoilt, ...list.faults];
  const made = assignments.length === 0 && list.lost ? {} : { statement: { kind, assignments } };
  return { ...made, faults, lost: list.lost };
}

function readImplicit(cursor: Cursor): Reading {
  const keys: Key[] = [];
  const list = readList(cursor, 'implicit', () => {
    if (codeHere(cursor) === code.more) return undefined;
    const start = cursor.at;
    const key = readKey(cursor);
    if (typeof key === 'string') return { at: start, message: key };
    keys.push(key);
    return undefined;
  });
  return list.lost ? list : { statement: { kind: 'implicit', keys }, ...list };
}

function readAu(cursor: Cursor): Reading {
  const values: string[] = [];
  const spoilt: Fault[] = [];
  const list = readList(cursor, 'au', () => {
    const { value = '', faults, isClosed } = outcomeOf(readValue(cursor));
    values.push(value);
    spoilt.push(...(isClosed ? faults : []));
    return isClosed ? undefined : faults[0];
  });
  if (list.lost || spoilt.length > 0) return { faults: [...spoilt, ...list.faults], lost: list.lost };
  return { statement: { kind: 'au', values }, ...list };
}

type List = Pick<Reading, 'faults' | 'lost'>;

/** Items with `;` between them, between `<` and `>`. `readItem` begins behind white space and may read nothing. */
function readList(cursor: Cursor, name: string, readItem: () => Fault | undefined): List {
  const faults: Fault[] = [];
  skipBlank(cursor);
  if (codeHere(cursor) !== code.less) return lost(cursor.at, `there should be "<" after "${name}"`);
  while (!cursor.starved) {
    cursor.at++;
    skipBlank(cursor);
    const bad = readItem();
    if (bad) return { faults: [...faults, bad], lost: true };
    skipBlank(cursor);
    if (cursor.starved) break;
    const here = codeHere(cursor);
    if (here === code.more) {
      cursor.at++;
      return { faults, lost: false };
    }
    if (here === code.semicolon) continue;
    const fault = { at: cursor.at, message: `${found(cursor)} where there should be ";" or ">"` };
    if (!isFirstOnLine(cursor)) return { faults: [...faults, fault], lost: true };
    faults.push(fault);
    // Forgotten at the end of a line: ";" if the list goes on, otherwise ">".
    if (!listGoesOn(cursor)) return { faults, lost: false };
    cursor.at--;
  }
  return { faults, lost: false };
}

/** Whether the line begins as only lines in lists of publishers and titles do. */
function listGoesOn(cursor: Cursor): boolean {
  const enough = 40;
  if (cursor.at + enough > cursor.text.length && !cursor.last) cursor.starved = true;
  return /^(?:name|issn|eissn|issnl|type|doi)[ \t]{0,20}=/.test(
    cursor.text.slice(cursor.at, cursor.at + enough),
  );
}

/** A sentence instead when there is none. */
function readKey(cursor: Cursor): Key | string {
  const word = readWord(cursor);
  if (word === '') return `${found(cursor)} where an identifier should stand`;
  if (codeHere(cursor) !== code.openBracket) return { word };
  const start = ++cursor.at;
  while (!atEnd(cursor) && codeHere(cursor) !== code.closeBracket) {
    if (codeHere(cursor) === code.newline) return `"${word}[" has no "]" on its line`;
    cursor.at++;
  }
  const index = cursor.text.slice(start, cursor.at++).trim();
  if (index === '' || index === '__proto__') return `"${word}[${index}]" names nothing`;
  return { word, index };
}

function outcomeOf(read: ReadValue): { value?: string; faults: readonly Fault[]; isClosed: boolean } {
  if ('value' in read) return { value: read.value, faults: [], isClosed: true };
  return { faults: [{ at: read.at, message: read.wrong }], isClosed: read.isClosed };
}

function shown({ word, index }: Key): string {
  return index === undefined ? word : `${word}[${index}]`;
}

/** Names the text at the cursor, for a sentence. */
function found(cursor: Cursor): string {
  const point = cursor.text.codePointAt(cursor.at);
  if (point === undefined) return 'the text ends';
  if (point === code.newline) return 'the line ends';
  if (point > 0x20 && point < 0x7f) return `there is "${String.fromCodePoint(point)}"`;
  return `there is U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

function read(statement: Statement): Reading {
  return { statement, faults: [], lost: false };
}

function fault(at: number, message: string): Reading {
  return lost(at, message);
}

function lost(at: number, message: string): List {
  return { faults: [{ at, message }], lost: true };
}
