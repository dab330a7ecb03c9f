// Helper functions that define properties of a catalogue.
import { sql } from 'kysely';
import type { ScalarProperty, Sql } from './catalogue.ts';

interface Options {
  readonly needs?: readonly string[];
  readonly always?: true;
}

/** Defines a text column with collation "C". */
export const defineTextProperty = (name: string, options: Options = {}): ScalarProperty => ({
  type: 'text',
  sql: sql.ref(name),
  ...options,
});

/** Defines an alias of a property. `*` does not include aliases. */
export const defineAliasProperty = (property: ScalarProperty): ScalarProperty => ({
  ...property,
  isAlias: true,
});

export const defineBooleanProperty = (value: Sql, options: Options = {}): ScalarProperty => ({
  type: 'boolean',
  sql: value,
  ...options,
});

/** Defines a column of type text[] with collation "C". */
export const defineListProperty = (name: string, options: Options = {}): ScalarProperty => ({
  type: 'list',
  sql: sql.ref(name),
  ...options,
});

/** Defines a jsonb object of strings. */
export const defineMapProperty = (value: Sql, options: Options = {}): ScalarProperty => ({
  type: 'map',
  sql: value,
  ...options,
});

/** Defines a whole number that JavaScript represents exactly. */
export const defineIntegerProperty = (value: Sql, options: Options = {}): ScalarProperty => ({
  type: 'number',
  sql: sql`(${value})::numeric`,
  selected: sql`(${value})::bigint`,
  ...options,
});

/** Defines a Unix time in milliseconds. */
export const defineTimeProperty = (value: Sql, options: Options = {}): ScalarProperty => ({
  ...defineIntegerProperty(value, options),
  isTime: true,
});

/** Defines a text field of a jsonb column. */
export const defineMemberTextProperty = (
  column: string,
  member: string,
  options: Options = {},
): ScalarProperty => ({
  type: 'text',
  sql: sql`((${sql.ref(column)} ->> ${sql.lit(member)}) collate "C")`,
  ...options,
});

/** Defines a non-negative number in a field of a jsonb column. The number −1 means that there is no value. */
export const defineMemberNumberProperty = (
  column: string,
  member: string,
  options: Options = {},
): ScalarProperty => defineJsonNumberProperty(buildNumericMember(column, member), options);

/** Defines a number from JSON. The number may have hundreds of digits, more than the default limit for arithmetic. */
export const defineJsonNumberProperty = (value: Sql, options: Options = {}): ScalarProperty => ({
  type: 'number',
  sql: value,
  selected: sql`(${value})::double precision`,
  digits: 40,
  ...options,
});

/**
 * Reads a number from a field of a jsonb column. Returns NULL instead of an error for negative numbers and other types.
 */
export function buildNumericMember(column: string, member: string): Sql {
  return sql`jsonb_path_query_first(${sql.ref(column)}, ${sql.lit(`$."${member}" ? (@ >= 0)`)})::numeric`;
}
