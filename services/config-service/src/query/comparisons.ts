// Compiles comparisons, IN and BETWEEN to SQL, with the three-valued logic of PostgreSQL.
import { sql } from 'kysely';
import type { BetweenCondition, Comparison, InCondition } from './ast.ts';
import type { Sql } from './catalogue.ts';
import {
  type CompileContext,
  compileNegation,
  foldCase,
  makeTypeError,
  type TypedSql,
  toLowerCase,
  unifyTypes,
} from './typed.ts';

const operators = {
  '=': sql`=`,
  '!=': sql`<>`,
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
} as const;

export function compileComparison(
  { operator, ignoreCase }: Comparison,
  operands: readonly [TypedSql, TypedSql],
  compiling: CompileContext,
): Sql {
  const [left, right] = foldCase(unifyTypes(operands), ignoreCase, compiling);
  return sql`(${left!.sql} ${operators[operator]} ${right!.sql})`;
}

export function compileBetweenCondition(
  { negated, ignoreCase }: BetweenCondition,
  operands: readonly [TypedSql, TypedSql, TypedSql],
  compiling: CompileContext,
): Sql {
  const [value, low, high] = foldCase(unifyTypes(operands), ignoreCase, compiling).map((one) => one.sql);
  return sql`(${value!} ${compileNegation(negated)} between ${low!} and ${high!})`;
}

export function compileInCondition(
  { negated, ignoreCase, isBare }: InCondition,
  value: TypedSql,
  items: readonly TypedSql[],
  compiling: CompileContext,
): Sql {
  const lists = items.filter(({ type }) => type === 'list');
  const scalars = items.filter(({ type }) => type !== 'list');
  if (isBare && scalars.length > 0) throw makeTypeError('a list, or values in parentheses,', scalars[0]!);
  const [left, ...rest] = foldCase(unifyTypes([value, ...scalars]), ignoreCase, compiling);
  const outcomes = lists.map((list) => isElement(left!, list, ignoreCase, compiling));
  if (rest.length > 0) outcomes.push(sql`${left!.sql} in (${sql.join(rest.map((one) => one.sql))})`);
  const found = sql`(${sql.join(outcomes, sql` or `)})`;
  return negated ? sql`(not ${found})` : found;
}

/** If `ignoreCase` is true, `value` must already be in lower case. */
function isElement(value: TypedSql, list: TypedSql, ignoreCase: boolean, compiling: CompileContext): Sql {
  if (value.type !== 'text' && value.type !== 'null') throw makeTypeError('a text', value);
  if (!ignoreCase) return sql`${value.sql} = any(${list.sql})`;
  const element = toLowerCase({ type: 'text', sql: sql`(e.e collate "C")`, at: list.at }, compiling);
  return sql`${value.sql} = any(array(select ${element.sql} from unnest(${list.sql}) as e(e)))`;
}
