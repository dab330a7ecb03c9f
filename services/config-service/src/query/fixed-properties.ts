// Short ways to write the properties of a catalogue.
import { sql } from 'kysely';
import type { Scalar, Sql } from './catalogue.ts';

interface Options {
  readonly needs?: readonly string[];
  readonly always?: true;
}

/** A column of collation "C". */
export const text = (name: string, options: Options = {}): Scalar => ({
  type: 'text',
  sql: sql.ref(name),
  ...options,
});

/** Another name of a property, which `*` does not stand for. */
export const alias = (property: Scalar): Scalar => ({ ...property, isAlias: true });

export const boolean = (value: Sql, options: Options = {}): Scalar => ({
  type: 'boolean',
  sql: value,
  ...options,
});

/** A column of type text[] and collation "C". */
export const list = (name: string, options: Options = {}): Scalar => ({
  type: 'list',
  sql: sql.ref(name),
  ...options,
});

/** An object of strings. */
export const map = (value: Sql, options: Options = {}): Scalar => ({ type: 'map', sql: value, ...options });

/** A whole number within what JavaScript holds exactly. */
export const integer = (value: Sql, options: Options = {}): Scalar => ({
  type: 'number',
  sql: sql`(${value})::numeric`,
  selected: sql`(${value})::bigint`,
  ...options,
});

/** Milliseconds since the epoch. */
export const time = (value: Sql, options: Options = {}): Scalar => ({
  ...integer(value, options),
  isTime: true,
});

/** A text member of a jsonb column. */
export const memberText = (column: string, member: string, options: Options = {}): Scalar => ({
  type: 'text',
  sql: sql`((${sql.ref(column)} ->> ${sql.lit(member)}) collate "C")`,
  ...options,
});

/** A number from zero on in a member of a jsonb column, where −1 stands for no value. */
export const memberNumber = (column: string, member: string, options: Options = {}): Scalar =>
  jsonNumber(numericMember(column, member), options);

/** A number that came as JSON. One of hundreds of digits is possible, and costs more than it is counted for. */
export const jsonNumber = (value: Sql, options: Options = {}): Scalar => ({
  type: 'number',
  sql: value,
  selected: sql`(${value})::double precision`,
  digits: 40,
  ...options,
});

/** NULL for what is no number or below zero: the path gives nothing then, and raises nothing. */
export function numericMember(column: string, member: string): Sql {
  return sql`jsonb_path_query_first(${sql.ref(column)}, ${sql.lit(`$."${member}" ? (@ >= 0)`)})::numeric`;
}
