// Compiles queries with GROUP BY, HAVING or aggregates. Computes group keys and aggregate operands once, as columns of
// a subquery, because PostgreSQL does not consider two expressions with parameters equal.
import { sql } from 'kysely';
import {
  type Aggregate,
  containsAggregate,
  type ParsedQuery,
  type QueryName,
  type SelectedItem,
} from './ast.ts';
import type { Catalogue, Sql } from './catalogue.ts';
import {
  compileConditions,
  compileLimit,
  compileOrderDirection,
  compileOrderItem,
  compileSource,
} from './clauses.ts';
import { compileExpression } from './expressions.ts';
import { compileName, resolveName, shortenName } from './names.ts';
import { QueryError } from './query-error.ts';
import {
  type CompileContext,
  checkDigits,
  divideTruncated,
  makeColumn,
  type ResultColumn,
  requireComparable,
  type TypedSql,
  toNumberOperand,
  toSqlCondition,
} from './typed.ts';

/** Returns whether the result of a query consists of groups instead of rows. */
export function hasGroups({ select, groupBy, having, orderBy }: ParsedQuery): boolean {
  const aggregates = (select ?? []).some(({ is }) => is.kind === 'aggregate');
  return (
    aggregates ||
    groupBy.length > 0 ||
    having !== undefined ||
    orderBy.some(({ by }) => containsAggregate(by))
  );
}

interface Key {
  readonly path: readonly string[];
  readonly value: TypedSql;
}

/** Compiles a group query. `rows`: context for WHERE conditions and aggregate operands. Throws QueryError. */
export function compileGroupQuery(
  query: ParsedQuery,
  rows: CompileContext,
): { statement: Sql; columns: readonly ResultColumn[] } {
  const inner: Sql[] = [];
  const column = (value: TypedSql): TypedSql => {
    const name = `v${inner.push(value.sql) - 1}`;
    const { literal: _, ...rest } = value;
    return { ...rest, sql: sql.ref(`q.${name}`) };
  };
  const keys = query.groupBy.map((name) => keyOf(name, rows, column));
  const words = new Map<string, TypedSql>();
  const groups: CompileContext = {
    ...rows,
    groups: {
      named: (name) => words.get(name.name) ?? { ...findKey(name, keys, rows.catalogue).value, at: name.at },
      aggregate: (one) => compileAggregate(one, rows, column),
    },
  };
  const chosen = selectionOf(query).map((one) => {
    const { as } = one;
    if (as === undefined) return resolveSelected(one, groups);
    const path = [checkAlias(as, rows.catalogue, words)];
    const value = compileExpression(one.is, groups);
    words.set(as.name, value);
    return { path, value };
  });
  const answers = [...new Map(chosen.map((one) => [JSON.stringify(one.path), one])).values()];
  const having = query.having && toSqlCondition(compileExpression(query.having, groups));
  const orders = [
    ...query.orderBy.map((order) => compileOrderItem(order, groups)),
    ...keys.map(({ value }) => compileOrderDirection(value, sql`asc`)),
  ];
  const conditions = compileConditions(query, rows);
  const statement = sql`
    select ${sql.join(answers.map(({ value }, index) => sql`${toSelectedSql(value)} as ${sql.ref(`c${index}`)}`))}
    from (
      select ${sql.join(inner.map((one, index) => sql`${one} as ${sql.ref(`v${index}`)}`))}
      ${compileSource(rows, conditions)}) as q
    ${keys.length === 0 ? sql`` : sql`group by ${sql.join(keys.map(({ value }) => value.sql))}`}
    ${having === undefined ? sql`` : sql`having ${having}`}
    ${orders.length === 0 ? sql`` : sql`order by ${sql.join(orders)}`}
    ${compileLimit(query.limit)}`;
  return {
    statement,
    columns: answers.map(({ path, value }, index) => makeColumn(`c${index}`, path, value)),
  };
}

function keyOf(name: QueryName, rows: CompileContext, column: (value: TypedSql) => TypedSql): Key {
  const { path } = resolveName(name, rows.catalogue);
  return { path, value: column(requireComparable(compileName(name, rows))) };
}

function findKey(name: QueryName, keys: readonly Key[], catalogue: Catalogue): Key {
  const { path } = resolveName(name, catalogue);
  const found = keys.find((key) => JSON.stringify(key.path) === JSON.stringify(path));
  if (found !== undefined) return found;
  throw new QueryError(`${shortenName(name.name)} is neither in GROUP BY nor in an aggregate`, name.at);
}

function selectionOf({ select, groupBy, having, orderBy }: ParsedQuery): readonly SelectedItem[] {
  if (select !== undefined) return select;
  const { at } = groupBy[0] ?? having ?? orderBy[0]!.by;
  throw new QueryError('SELECT * is for single rows; with groups, select group keys and aggregates', at);
}

/** Returns the path and the value of a selected name, or of an aggregate without an AS name. */
function resolveSelected(
  { is }: SelectedItem,
  groups: CompileContext,
): { path: readonly string[]; value: TypedSql } {
  const value = compileExpression(is, groups);
  if (is.kind === 'name') return { path: resolveName(is, groups.catalogue).path, value };
  const { function: name, distinct, operand } = is;
  if (operand !== undefined && operand.kind !== 'name') {
    throw new QueryError('This aggregate needs a name after AS', is.at);
  }
  return { path: [`${name}(${distinct ? 'distinct ' : ''}${operand?.name ?? '*'})`], value };
}

function checkAlias(
  { name, at }: QueryName,
  { properties }: Catalogue,
  words: ReadonlyMap<string, TypedSql>,
): string {
  if (name.includes('.')) throw new QueryError('The word after AS must not contain dots', at);
  if (Object.hasOwn(properties, name)) throw new QueryError(`${name} is the name of a property`, at);
  if (words.has(name)) throw new QueryError(`Two aggregates are called ${shortenName(name)}`, at);
  return name;
}

/** Maximum number of digits of a count. Enough for any number of rows. */
const COUNT_DIGITS = 20;

function compileAggregate(
  one: Aggregate,
  rows: CompileContext,
  column: (value: TypedSql) => TypedSql,
): TypedSql {
  const { function: name, distinct, operand, at } = one;
  if (operand === undefined) return count(sql`count(*)`, at);
  const value = compileExpression(operand, rows);
  if (name === 'count') {
    const { sql: counted } = column(value.type === 'null' ? { ...value, sql: sql`null::text` } : value);
    if (distinct) requireComparable(value);
    return count(distinct ? sql`count(distinct ${counted})` : sql`count(${counted})`, at);
  }
  if (name === 'min' || name === 'max') return extreme(name, column(requireComparable(value)), at);
  const number = column(toNumberOperand(value));
  const digits = checkDigits(number.digits! + COUNT_DIGITS, at);
  if (name === 'sum') return { type: 'number', sql: sql`sum(${number.sql})`, at, digits };
  const average = divideTruncated(sql`sum(${number.sql})`, sql`count(${number.sql})`);
  return { type: 'number', sql: average, at, digits: checkDigits(digits + 12, at) };
}

function count(counted: Sql, at: number): TypedSql {
  return { type: 'number', sql: sql`(${counted})::numeric`, at, digits: COUNT_DIGITS, always: true };
}

function extreme(name: 'min' | 'max', value: TypedSql, at: number): TypedSql {
  const { always: _, ...rest } = value;
  if (value.type === 'null') throw new QueryError('NULL has neither a minimum nor a maximum', at);
  if (value.type !== 'boolean') {
    return { ...rest, at, sql: name === 'min' ? sql`min(${value.sql})` : sql`max(${value.sql})` };
  }
  return { ...rest, at, sql: name === 'min' ? sql`bool_and(${value.sql})` : sql`bool_or(${value.sql})` };
}

/** Maximum number of digits of a number in the result. Longer numbers may exceed the range of JSON numbers. */
const GIVEN_DIGITS = 250;

function toSelectedSql(value: TypedSql): Sql {
  if (value.type !== 'number') return value.sql;
  if ((value.digits ?? 0) > GIVEN_DIGITS) {
    throw new QueryError(`Numbers of more than ${GIVEN_DIGITS} digits cannot be selected`, value.at);
  }
  return sql`(${value.sql})::double precision`;
}
