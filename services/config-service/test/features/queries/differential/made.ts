// A piece of a random query: how it is written, how tightly its outermost operator binds, and what it gives for a row.
import type { Choices } from './choices.ts';
import type { Maybe, Value } from './meaning.ts';

export type JsonRow = Readonly<Record<string, unknown>>;

export interface Made<Of extends Value = Value> {
  readonly source: string;
  readonly power: number;
  of(row: JsonRow): Maybe<Of>;
  /** Was written as a text in quotes. */
  readonly isLiteral?: boolean;
}

export const powers = { or: 1, and: 2, not: 3, comparison: 4, sum: 5, product: 6, sign: 7, atom: 9 } as const;

/** In parentheses if it must be to be an operand of what binds like `power`; now and then if it need not. */
export function operand({ source, power: own }: Made, power: number, choices: Choices): string {
  return own < power || choices.chance(0.05) ? `(${source})` : source;
}

export function word(written: string, choices: Choices): string {
  return choices.pick([written, written.toUpperCase(), written[0]!.toUpperCase() + written.slice(1)]);
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The value at a dotted name of an answer; undefined when it is not there. */
export function valueAt(row: JsonRow, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as JsonRow)[name]
        : undefined,
    row,
  );
}
