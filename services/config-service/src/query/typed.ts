// Typed SQL expressions and conversions between types. Invalid values become NULL instead of causing errors.
import { sql } from 'kysely';
import type { Aggregate, QueryName } from './ast.ts';
import type { CaseFolding } from './case-folding.db.ts';
import type { Catalogue, Sql, ValueConversion } from './catalogue.ts';
import { queryLimits } from './language.ts';
import { QueryError } from './query-error.ts';

export type ValueType = 'text' | 'number' | 'boolean' | 'list' | 'map' | 'document' | 'object' | 'null';

/** Column of the result, with the path of its value in a result object. */
export interface ResultColumn {
  readonly column: string;
  readonly path: readonly string[];
  /** True if the value is a Unix time in milliseconds. */
  readonly isTime: boolean;
  /** True if the value is a number or a boolean. */
  readonly isShort: boolean;
  /** Converts the value from PostgreSQL to the value in the result. */
  readonly made?: ValueConversion;
}

export function makeColumn(
  column: string,
  path: readonly string[],
  {
    type,
    isTime = false,
    made,
  }: { readonly type: string; readonly isTime?: boolean; readonly made?: ValueConversion },
): ResultColumn {
  const isShort = type === 'number' || type === 'boolean';
  return { column, path, isTime, isShort, ...(made && { made }) };
}

export interface TypedSql {
  readonly type: ValueType;
  /** SQL expression. Text has collation "C". Numbers have the type numeric. */
  readonly sql: Sql;
  readonly at: number;
  /** Maximum number of digits. */
  readonly digits?: number;
  /** Value, if the expression is a text literal. */
  readonly literal?: string;
  /** True if the value is never NULL. */
  readonly always?: boolean;
  /** True if the value is a Unix time in milliseconds. */
  readonly isTime?: boolean;
}

/** Resolves names and aggregates in a group query. */
export interface GroupScope {
  named(name: QueryName): TypedSql;
  aggregate(one: Aggregate): TypedSql;
}

/** State collected while a query is compiled. */
export interface CompileContext {
  readonly catalogue: Catalogue;
  readonly folding: CaseFolding;
  /** Names of the joins that the query needs. */
  readonly needed: Set<string>;
  concatenated: number;
  /** Scope of a group query. Undefined in expressions about single rows. */
  readonly groups?: GroupScope;
}

const DECIMAL_TEXT = /^[-+]?[0-9]{1,30}(?:[.][0-9]{1,30})?$/;
const READ_DIGITS = 60;

export const makeTextLiteral = (value: string): Sql => sql`(${value}::text collate "C")`;
export const makeNumberLiteral = (digits: string): Sql => sql`${digits}::numeric`;

export function toNumberOperand(one: TypedSql): TypedSql & { readonly digits: number } {
  const { type, literal, at } = one;
  if (type === 'number') return { ...one, digits: one.digits ?? READ_DIGITS };
  if (type === 'null') return { type: 'number', sql: sql`null::numeric`, at, digits: 0 };
  if (type !== 'text') throw makeTypeError('a number', one);
  if (literal === undefined) {
    // Uses the operand only once, so that PostgreSQL evaluates it once. Text that is not a decimal number becomes NULL.
    const read = sql`substring(${one.sql} from '^[-+]?[0-9]{1,30}(?:[.][0-9]{1,30})?$')::numeric`;
    return { type: 'number', sql: read, at, digits: READ_DIGITS };
  }
  if (!DECIMAL_TEXT.test(literal)) throw new QueryError('This text is not a number', at);
  return { type: 'number', sql: makeNumberLiteral(literal), at, digits: literal.length };
}

/**
 * Divides, and truncates the quotient to 12 decimal places. PostgreSQL itself would round to a number of decimal places
 * that depends on the operands.
 */
export function divideTruncated(dividend: Sql, divisor: Sql): Sql {
  return sql`(div(${dividend} * 1000000000000, nullif(${divisor}, 0)) * 0.000000000001)`;
}

export function toTextOperand(one: TypedSql): TypedSql {
  if (one.type === 'text') return one;
  if (one.type === 'null') return { type: 'text', sql: sql`(null::text collate "C")`, at: one.at };
  throw makeTypeError('text', one);
}

export function toSqlCondition(one: TypedSql): Sql {
  if (one.type === 'boolean') return one.sql;
  if (one.type === 'null') return sql`null::boolean`;
  throw makeTypeError('a condition', one);
}

/** Returns the value unchanged. Throws QueryError if values of this type cannot be compared. */
export function requireComparable(value: TypedSql): TypedSql {
  if (['text', 'number', 'boolean', 'null'].includes(value.type)) return value;
  throw makeTypeError('a text, number or boolean', value);
}

/** Converts operands to one type: boolean or number if at least one operand has this type, otherwise text. */
export function unifyTypes(operands: readonly TypedSql[]): readonly TypedSql[] {
  for (const operand of operands) requireComparable(operand);
  if (operands.some(({ type }) => type === 'boolean')) {
    return operands.map((one) => ({ ...one, type: 'boolean', sql: booleanOf(one) }) as const);
  }
  return operands.some(({ type }) => type === 'number')
    ? operands.map(toNumberOperand)
    : operands.map(toTextOperand);
}

export function toLowerCase(one: TypedSql, { folding }: CompileContext): TypedSql {
  if (one.type !== 'text') return one;
  const { literal: _, ...rest } = one;
  return { ...rest, sql: convertCase('lower', one.sql, folding) };
}

export function convertCase(how: 'lower' | 'upper', text: Sql, { collate }: CaseFolding): Sql {
  const changed = how === 'lower' ? sql`lower(${text} ${collate})` : sql`upper(${text} ${collate})`;
  return sql`(${changed} collate "C")`;
}

export function foldCase(
  operands: readonly TypedSql[],
  ignoreCase: boolean,
  compiling: CompileContext,
): readonly TypedSql[] {
  return ignoreCase ? operands.map((one) => toLowerCase(one, compiling)) : operands;
}

export const compileNegation = (negated: boolean): Sql => (negated ? sql`not` : sql``);

export function checkDigits(digits: number, at: number): number {
  if (digits <= queryLimits.resultDigits) return digits;
  throw new QueryError(`Numbers of more than ${queryLimits.resultDigits} digits cannot be computed with`, at);
}

export function makeTypeError(wanted: string, { type, at }: TypedSql): QueryError {
  return new QueryError(`Expected ${wanted} here, but this is ${described[type]}`, at);
}

const described: { readonly [type in ValueType]: string } = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  list: 'a list',
  map: 'a map',
  document: 'a document',
  object: 'an object',
  null: 'NULL',
};

function booleanOf(one: TypedSql): Sql {
  if (one.type === 'boolean' || one.type === 'null') return toSqlCondition(one);
  throw makeTypeError('true or false', one);
}
