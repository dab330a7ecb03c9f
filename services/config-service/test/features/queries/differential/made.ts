// Represents an expression of a random query: its text, the precedence of its outermost operator, and its value for a
// row.
import type { Choices } from './choices.ts';
import type { Maybe, QueryValue } from './meaning.ts';

export type JsonRow = Readonly<Record<string, unknown>>;

export interface GeneratedExpression<Of extends QueryValue = QueryValue> {
  readonly source: string;
  readonly power: number;
  of(row: JsonRow): Maybe<Of>;
  /** True if the text of this expression is a quoted literal. */
  readonly isLiteral?: boolean;
}

export const powers = { or: 1, and: 2, not: 3, comparison: 4, sum: 5, product: 6, sign: 7, atom: 9 } as const;

/** Adds parentheses where the operator precedence `power` requires them, and sometimes where they are redundant. */
export function writeOperand(
  { source, power: own }: GeneratedExpression,
  power: number,
  choices: Choices,
): string {
  return own < power || choices.chance(0.05) ? `(${source})` : source;
}

export function writeKeyword(written: string, choices: Choices): string {
  return choices.pick([written, written.toUpperCase(), written[0]!.toUpperCase() + written.slice(1)]);
}

export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Returns the value of a dotted name in a result object, or undefined if the object lacks the name. */
export function readValue(row: JsonRow, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as JsonRow)[name]
        : undefined,
    row,
  );
}
