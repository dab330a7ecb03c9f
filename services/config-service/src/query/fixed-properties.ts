// Helpers that define properties of a catalogue.
import { sql } from 'kysely';
import type { ScalarProperty, Sql } from './catalogue.ts';

interface Options {
  readonly needs?: readonly string[];
  readonly always?: true;
}

/** Column with collation "C". */
export const defineTextProperty = (name: string, options: Options = {}): ScalarProperty => ({
  type: 'text',
  sql: sql.ref(name),
  ...options,
});

/** Second name of a property, which `*` does not include. */
export const defineAliasProperty = (property: ScalarProperty): ScalarProperty => ({
  ...property,
  isAlias: true,
});

export const defineBooleanProperty = (value: Sql, options: Options = {}): ScalarProperty => ({
  type: 'boolean',
  sql: value,
  ...options,
});

/** Column of type text[] with collation "C". */
export const defineListProperty = (name: string, options: Options = {}): ScalarProperty => ({
  type: 'list',
  sql: sql.ref(name),
  ...options,
});

/** Object of strings. */
export const defineMapProperty = (value: Sql, options: Options = {}): ScalarProperty => ({
  type: 'map',
  sql: value,
  ...options,
});

/** Whole number that JavaScript represents exactly. */
export const defineIntegerProperty = (value: Sql, options: Options = {}): ScalarProperty => ({
  type: 'number',
  sql: sql`(${value})::numeric`,
  selected: sql`(${value})::bigint`,
  ...options,
});

/** Milliseconds since the epoch. */
export const defineTimeProperty = (value: Sql, options: Options = {}): ScalarProperty => ({
  ...defineIntegerProperty(value, options),
  isTime: true,
});

/** Text member of a jsonb column. */
export const defineMemberTextProperty = (
  column: string,
  member: string,
  options: Options = {},
): ScalarProperty => ({
  type: 'text',
  sql: sql`((${sql.ref(column)} ->> ${sql.lit(member)}) collate "C")`,
  ...options,
});

/** Non-negative number in a member of a jsonb column, where −1 means no value. */
export const defineMemberNumberProperty = (
  column: string,
  member: string,
  options: Options = {},
): ScalarProperty => defineJsonNumberProperty(buildNumericMember(column, member), options);

/** Number from JSON. It may have hundreds of digits, more than the limit for arithmetic assumes. */
export const defineJsonNumberProperty = (value: Sql, options: Options = {}): ScalarProperty => ({
  type: 'number',
  sql: value,
  selected: sql`(${value})::double precision`,
  digits: 40,
  ...options,
});

/** Returns NULL for negative numbers and other values, without raising an error. */
export function buildNumericMember(column: string, member: string): Sql {
  return sql`jsonb_path_query_first(${sql.ref(column)}, ${sql.lit(`$."${member}" ? (@ >= 0)`)})::numeric`;
}
