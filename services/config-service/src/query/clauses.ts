// Compiles the clauses that row queries and group queries have in common.
import { sql } from 'kysely';
import type { LimitClause, OrderItem, ParsedQuery } from './ast.ts';
import type { Sql } from './catalogue.ts';
import { compileExpression } from './expressions.ts';
import { QueryError } from './query-error.ts';
import { type CompileContext, requireComparable, type TypedSql, toSqlCondition } from './typed.ts';

/** Returns FROM and WHERE. Call this last, because the other clauses determine which joins are needed. */
export function compileSource({ catalogue, needed }: CompileContext, conditions: readonly Sql[]): Sql {
  return sql`from ${catalogue.from} ${joinsOf(catalogue.joins, needed)} ${whereOf(conditions)}`;
}

export function compileConditions({ where }: ParsedQuery, compiling: CompileContext): readonly Sql[] {
  const asked = where === undefined ? [] : [toSqlCondition(compileExpression(where, compiling))];
  const { where: always } = compiling.catalogue;
  return always === undefined ? asked : [always, ...asked];
}

function whereOf(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}

export function compileOrderItem({ by, descending }: OrderItem, compiling: CompileContext): Sql {
  const value = compileExpression(by, compiling);
  if (value.type === 'null') throw new QueryError('Rows cannot be ordered by NULL', value.at);
  return compileOrderDirection(requireComparable(value), descending ? sql`desc` : sql`asc`);
}

/** Omits NULLS LAST if the value is never NULL, so that PostgreSQL can sort with an index. */
export function compileOrderDirection(value: TypedSql, direction: Sql): Sql {
  return value.always === true ? sql`${value.sql} ${direction}` : sql`${value.sql} ${direction} nulls last`;
}

function joinsOf(joins: CompileContext['catalogue']['joins'], needed: ReadonlySet<string>): Sql {
  const wanted = new Set<string>();
  const want = (name: string): void => {
    wanted.add(name);
    for (const one of joins[name]!.needs ?? []) want(one);
  };
  for (const name of needed) want(name);
  const used = Object.entries(joins).filter(([name]) => wanted.has(name));
  return used.length === 0
    ? sql``
    : sql.join(
        used.map(([, join]) => join.sql),
        sql` `,
      );
}

export function compileLimit(limit: LimitClause | undefined): Sql {
  if (limit === undefined) return sql``;
  return sql`limit ${String(limit.rows)}::bigint offset ${String(limit.skipped)}::bigint`;
}
