// A parsed query and a catalogue → one SQL statement, and the shape of its rows.
import { sql } from 'kysely';
import type { Order, Query } from './ast.ts';
import type { CaseFolding } from './case-folding.db.ts';
import type { Catalogue, Property, Sql } from './catalogue.ts';
import { expressionOf } from './expressions.ts';
import { type Resolved, resolve } from './names.ts';
import { QueryError } from './query-error.ts';
import { asCondition, type Compiling, mismatch } from './typed.ts';

/** Where a column's value stands in an answer. */
export interface Column {
  readonly column: string;
  readonly path: readonly string[];
  /** Milliseconds since the epoch. */
  readonly isTime: boolean;
  /** A number or a boolean. */
  readonly isShort: boolean;
}

export interface Selection {
  readonly statement: Sql;
  readonly columns: readonly Column[];
  /** Selected properties that the database does not have. Rows then have a column `key`. */
  readonly remote: readonly string[];
}

/** Throws QueryError. */
export function compileQuery(query: Query, catalogue: Catalogue, folding: CaseFolding): Selection {
  const compiling: Compiling = { catalogue, folding, needed: new Set(), concatenated: 0 };
  const { leaves, remote } = selected(query, catalogue);
  const columns = leaves.map(({ path, property: { type, isTime = false } }, index) => ({
    ...{ column: `c${index}`, path, isTime },
    isShort: type === 'number' || type === 'boolean',
  }));
  const picked = leaves.map(({ property }, index) => {
    for (const join of property.needs ?? []) compiling.needed.add(join);
    return sql`${property.selected ?? property.sql} as ${sql.ref(`c${index}`)}`;
  });
  if (remote.length > 0 || picked.length === 0) picked.push(sql`${catalogue.key} as key`);
  const conditions = catalogue.where === undefined ? [] : [catalogue.where];
  if (query.where !== undefined) conditions.push(asCondition(expressionOf(query.where, compiling)));
  const orders = query.orderBy.map((order) => orderOf(order, compiling));
  const statement = sql`
    select ${sql.join(picked)}
    from ${catalogue.from} ${joinsOf(compiling)}
    ${conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`}
    order by ${sql.join([...orders, ...catalogue.order])}
    ${limitOf(query)}`;
  return { statement, columns, remote };
}

interface Leaf {
  readonly path: readonly string[];
  readonly property: Exclude<Property, { type: 'object' | 'remote' }>;
}

/** Selects each property once; where a property and a member of it are named, the whole property. */
function selected(
  { select }: Query,
  catalogue: Catalogue,
): { leaves: readonly Leaf[]; remote: readonly string[] } {
  const all = Object.entries(catalogue.properties).map(([name, property]) => ({ path: [name], property }));
  const asked: readonly Resolved[] = select?.map((name) => resolve(name, catalogue)) ?? all;
  const wholes = new Set(asked.map(({ path }) => keyOf(path)));
  const isCovered = ({ path }: Resolved) =>
    path.some((_, depth) => depth > 0 && wholes.has(keyOf(path.slice(0, depth))));
  const kept = new Map(asked.filter((one) => !isCovered(one)).map((one) => [keyOf(one.path), one]));
  const remote = [...kept.values()].filter(({ property }) => property.type === 'remote');
  return { leaves: [...kept.values()].flatMap(leavesOf), remote: remote.map(({ path }) => path.join('.')) };
}

function leavesOf({ path, property }: Resolved): readonly Leaf[] {
  if (property.type === 'remote') return [];
  if (property.type !== 'object') return [{ path, property }];
  return Object.entries(property.members).flatMap(([name, member]) =>
    leavesOf({ path: [...path, name], property: member }),
  );
}

function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}

function orderOf({ by, descending }: Order, compiling: Compiling): Sql {
  const value = expressionOf(by, compiling);
  if (value.type === 'null') throw new QueryError('NULL gives no order', value.at);
  if (value.type === 'list' || value.type === 'map' || value.type === 'object') {
    throw mismatch('a text, number or boolean', value);
  }
  const direction = descending ? sql`desc` : sql`asc`;
  // An index gives the order of a column only where the place of NULLs does not matter or is PostgreSQL's own.
  return value.always === true ? sql`${value.sql} ${direction}` : sql`${value.sql} ${direction} nulls last`;
}

function joinsOf({ catalogue, needed }: Compiling): Sql {
  const wanted = new Set<string>();
  const want = (name: string): void => {
    wanted.add(name);
    for (const one of catalogue.joins[name]!.needs ?? []) want(one);
  };
  for (const name of needed) want(name);
  const joins = Object.entries(catalogue.joins).filter(([name]) => wanted.has(name));
  return joins.length === 0
    ? sql``
    : sql.join(
        joins.map(([, join]) => join.sql),
        sql` `,
      );
}

function limitOf({ limit }: Query): Sql {
  if (limit === undefined) return sql``;
  return sql`limit ${String(limit.rows)}::bigint offset ${String(limit.skipped)}::bigint`;
}
