// = < LIKE IN BETWEEN → SQL. Three-valued, as PostgreSQL's own.
import { sql } from 'kysely';
import type { Between, Comparison, In, Like } from './ast.ts';
import type { Sql } from './catalogue.ts';
import { alike, asText, type Compiling, inLowerCase, mismatch, type Typed, textOf } from './typed.ts';

const operators = {
  '=': sql`=`,
  '!=': sql`<>`,
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
} as const;

export function comparisonOf(
  { operator, ignoreCase }: Comparison,
  operands: readonly [Typed, Typed],
  compiling: Compiling,
): Sql {
  const [left, right] = folded(alike(operands), ignoreCase, compiling);
  return sql`(${left!.sql} ${operators[operator]} ${right!.sql})`;
}

export function isBetween(
  { negated, ignoreCase }: Between,
  operands: readonly [Typed, Typed, Typed],
  compiling: Compiling,
): Sql {
  const [value, low, high] = folded(alike(operands), ignoreCase, compiling).map((one) => one.sql);
  return sql`(${value!} ${not(negated)} between ${low!} and ${high!})`;
}

/** A pattern that is written out keeps its beginning, by which an index can be asked. */
export function isLike(
  { negated, ignoreCase }: Like,
  operands: readonly [Typed, Typed],
  compiling: Compiling,
): Sql {
  const [value, pattern] = [asText(operands[0]), asText(operands[1])];
  const literal = pattern.literal === undefined ? undefined : textOf(withoutWildcards(pattern.literal));
  const escaped = sql`replace(replace(${pattern.sql}, '\\', '\\\\'), '_', '\\_')`;
  const [left, right] = folded([value, { ...pattern, sql: literal ?? escaped }], ignoreCase, compiling);
  return sql`(${left!.sql} ${not(negated)} like ${right!.sql})`;
}

export function isIn(
  { negated, ignoreCase }: In,
  value: Typed,
  items: readonly Typed[],
  compiling: Compiling,
): Sql {
  const lists = items.filter(({ type }) => type === 'list');
  const scalars = items.filter(({ type }) => type !== 'list');
  const [left, ...rest] = folded(alike([value, ...scalars]), ignoreCase, compiling);
  const outcomes = lists.map((list) => isElement(left!, list, ignoreCase));
  if (rest.length > 0) outcomes.push(sql`${left!.sql} in (${sql.join(rest.map((one) => one.sql))})`);
  const found = sql`(${sql.join(outcomes, sql` or `)})`;
  return negated ? sql`(not ${found})` : found;
}

function isElement(value: Typed, list: Typed, ignoreCase: boolean): Sql {
  if (value.type !== 'text') throw mismatch('a text', value);
  if (ignoreCase) throw mismatch('a text for $IN', list);
  return sql`${value.sql} = any(${list.sql})`;
}

function folded(operands: readonly Typed[], ignoreCase: boolean, compiling: Compiling): readonly Typed[] {
  return ignoreCase ? operands.map((one) => inLowerCase(one, compiling)) : operands;
}

function not(negated: boolean): Sql {
  return negated ? sql`not` : sql``;
}

/** PostgreSQL's LIKE knows `_` and `\` as well; ours does not. */
function withoutWildcards(pattern: string): string {
  return pattern.replaceAll(/[\\_]/g, '\\$&');
}
