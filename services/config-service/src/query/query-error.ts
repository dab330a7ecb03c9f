// Error in a query, with its position. The excerpt is sent to clients and contains only printable characters.

/** Thrown by the parser and the compiler. `offset` is the position in UTF-16 code units from the start of the query. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

export interface QueryPosition {
  /** Line number, starting at 1. */
  readonly line: number;
  /** Column number, starting at 1. */
  readonly column: number;
  /**
   * Line with the error, and a caret below the position of the error. A long line is shortened around this position.
   */
  readonly excerpt: string;
}

const CHARACTERS_BEFORE = 50;
const CHARACTERS_AFTER = 30;
// Matches control, format, surrogate, private-use and unassigned characters, and line separators.
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

export function locateInQuery(query: string, offset: number): QueryPosition {
  const lines = query.slice(0, offset).split(/\r\n|\r|\n/);
  const left = [...lines.at(-1)!];
  const right = [...query.slice(offset).split(/\r|\n/, 1)[0]!];
  const lead = left.length > CHARACTERS_BEFORE ? ['…', ...left.slice(-CHARACTERS_BEFORE)] : left;
  const tail = right.length > CHARACTERS_AFTER ? [...right.slice(0, CHARACTERS_AFTER), '…'] : right;
  const shown = [...lead, ...tail].map(replaceUnprintable).join('');
  return {
    line: lines.length,
    column: left.length + 1,
    excerpt: `${shown}\n${' '.repeat(lead.length)}^`,
  };
}

/** Returns the character for error messages. Returns a code such as U+202E for an unprintable character. */
export function describeCharacter(character: string): string {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return UNPRINTABLE.test(character) || /\s/u.test(character) ? `U+${code}` : character;
}

function replaceUnprintable(character: string): string {
  if (character === '\t') return ' ';
  return UNPRINTABLE.test(character) ? '·' : character;
}
