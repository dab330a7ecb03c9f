// A fault of a query and its position. Clients read it, so whatever it shows of the query is safe to print.

/** Thrown by everything between text and SQL. `offset` is in UTF-16 units from the start of the query. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

export interface QueryPosition {
  /** The first line is 1. */
  readonly line: number;
  /** The first character of a line is 1. */
  readonly column: number;
  /** The line, or what surrounds the place in it, and below it a caret at the place. */
  readonly excerpt: string;
}

const CHARACTERS_BEFORE = 50;
const CHARACTERS_AFTER = 30;
// Controls, formatting (direction marks among them), surrogates, private and unassigned ones, line separators.
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

export function positionOf(query: string, offset: number): QueryPosition {
  const lines = query.slice(0, offset).split(/\r\n|\r|\n/);
  const left = [...lines.at(-1)!];
  const right = [...query.slice(offset).split(/\r|\n/, 1)[0]!];
  const lead = left.length > CHARACTERS_BEFORE ? ['…', ...left.slice(-CHARACTERS_BEFORE)] : left;
  const tail = right.length > CHARACTERS_AFTER ? [...right.slice(0, CHARACTERS_AFTER), '…'] : right;
  const shown = [...lead, ...tail].map(printable).join('');
  return {
    line: lines.length,
    column: left.length + 1,
    excerpt: `${shown}\n${' '.repeat(lead.length)}^`,
  };
}

/** A character in words: `"` as it is, what cannot be printed as U+202E. */
export function namedCharacter(character: string): string {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return UNPRINTABLE.test(character) || /\s/u.test(character) ? `U+${code}` : character;
}

function printable(character: string): string {
  if (character === '\t') return ' ';
  return UNPRINTABLE.test(character) ? '·' : character;
}
