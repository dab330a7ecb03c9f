// Reads the tokens of a query. Enforces the limits on the number of terms and on the nesting depth.
import type { Expression } from './ast.ts';
import { queryLimits } from './language.ts';
import { QueryError } from './query-error.ts';
import type { Token, TokenKind } from './tokens.ts';

export interface TokenReader {
  readonly peek: Token;
  next(): Token;
  is(kind: TokenKind, ...values: readonly string[]): boolean;
  /** Consumes and returns the next token if it matches, otherwise returns undefined. */
  takes(kind: TokenKind, value: string): Token | undefined;
  /** Consumes and returns the next token. If it does not match, throws a QueryError with the expected token. */
  expect(kind: TokenKind, value: string): Token;
  unexpected(expected: string): QueryError;
  /** Runs `read` at the next nesting level. Throws QueryError if the query is nested too deeply. */
  deeper<Result>(at: number, read: () => Result): Result;
  /** Counts a term and checks the nesting depth of its operands. */
  made<Made extends Expression>(made: Made, operands?: readonly Expression[]): Made;
}

export function createTokenReader(tokens: readonly Token[]): TokenReader {
  const depths = new Map<Expression, number>();
  let position = 0;
  let nesting = 0;
  const tooDeep = (at: number) =>
    new QueryError(`A query may be nested at most ${queryLimits.depth} levels deep`, at);
  const reader: TokenReader = {
    get peek() {
      return tokens[position]!;
    },
    next: () => (tokens[position]!.kind === 'end' ? tokens[position]! : tokens[position++]!),
    is: (kind, ...values) =>
      reader.peek.kind === kind && (values.length === 0 || values.includes(reader.peek.value)),
    takes: (kind, value) => (reader.is(kind, value) ? reader.next() : undefined),
    expect: (kind, value) => {
      const taken = reader.takes(kind, value);
      if (taken === undefined) throw reader.unexpected(kind === 'keyword' ? value.toUpperCase() : value);
      return taken;
    },
    unexpected: (expected) =>
      new QueryError(`Expected ${expected}, not ${describeToken(reader.peek)}`, reader.peek.at),
    deeper: (at, read) => {
      nesting += 1;
      if (nesting > queryLimits.depth) throw tooDeep(at);
      const result = read();
      nesting -= 1;
      return result;
    },
    made: (made, operands = []) => {
      const depth = operands.reduce((deepest, one) => Math.max(deepest, depths.get(one)! + 1), 1);
      if (depth > queryLimits.depth) throw tooDeep(made.at);
      depths.set(made, depth);
      if (depths.size > queryLimits.terms) {
        throw new QueryError(
          `A query may have at most ${queryLimits.terms} names, values and operators`,
          made.at,
        );
      }
      return made;
    },
  };
  return reader;
}

function describeToken({ kind, value }: Token): string {
  if (kind === 'end') return 'the end';
  if (kind === 'text') return 'a text';
  if (kind === 'keyword') return value.toUpperCase();
  return value.length > 40 ? `${value.slice(0, 40)}…` : value;
}
