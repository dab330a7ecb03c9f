// Compiles a parsed query to one SQL statement and its result columns. A catalogue defines the properties.
import { sql } from 'kysely';
import type { ParsedQuery, QueryName } from './ast.ts';
import type { CaseFolding } from './case-folding.db.ts';
import type { Catalogue, Properties, Sql } from './catalogue.ts';
import { compileConditions, compileLimit, compileOrderItem, compileSource } from './clauses.ts';
import { compileGroupQuery, hasGroups } from './groups.ts';
import { type QueryableProperty, type ResolvedName, resolveName } from './names.ts';
import { type CompileContext, makeColumn, type ResultColumn } from './typed.ts';

export interface CompiledSelect {
  readonly statement: Sql;
  readonly columns: readonly ResultColumn[];
}

/** Compiles a parsed query. Throws QueryError. */
export function compileQuery(query: ParsedQuery, catalogue: Catalogue, folding: CaseFolding): CompiledSelect {
  const compiling: CompileContext = { catalogue, folding, needed: new Set(), concatenated: 0 };
  return hasGroups(query) ? compileGroupQuery(query, compiling) : compileRows(query, compiling);
}

function compileRows(query: ParsedQuery, compiling: CompileContext): CompiledSelect {
  const { catalogue } = compiling;
  const leaves = selectLeaves(
    query.select?.map(({ is }) => is as QueryName),
    catalogue,
  );
  const columns = leaves.map(({ path, property }, index) => makeColumn(`c${index}`, path, property));
  const picked = leaves.map(({ property }, index) => {
    for (const join of property.needs ?? []) compiling.needed.add(join);
    return sql`${property.selected ?? property.sql} as ${sql.ref(`c${index}`)}`;
  });
  const conditions = compileConditions(query, compiling);
  const orders = query.orderBy.map((order) => compileOrderItem(order, compiling));
  const statement = sql`
    select ${sql.join(picked)}
    ${compileSource(compiling, conditions)}
    order by ${sql.join([...orders, ...catalogue.order])}
    ${compileLimit(query.limit)}`;
  return { statement, columns };
}

interface Leaf {
  readonly path: readonly string[];
  readonly property: Exclude<QueryableProperty, { type: 'object' }>;
}

/** Selects each property once. If both a property and one of its fields are listed, selects the whole property. */
function selectLeaves(names: readonly QueryName[] | undefined, catalogue: Catalogue): readonly Leaf[] {
  const all = listProperties(catalogue.properties).map(([name, property]) => ({ path: [name], property }));
  const asked: readonly ResolvedName[] = names?.map((name) => resolveName(name, catalogue)) ?? all;
  const wholes = new Set(asked.map(({ path }) => keyOf(path)));
  const isCovered = ({ path }: ResolvedName) =>
    path.some((_, depth) => depth > 0 && wholes.has(keyOf(path.slice(0, depth))));
  const kept = new Map(asked.filter((one) => !isCovered(one)).map((one) => [keyOf(one.path), one]));
  return [...kept.values()].flatMap(leavesOf);
}

function leavesOf({ path, property }: ResolvedName): readonly Leaf[] {
  if (property.type !== 'object') return [{ path, property }];
  return listProperties(property.members).flatMap(([name, member]) =>
    leavesOf({ path: [...path, name], property: member }),
  );
}

/** Returns the properties that `*` includes, without aliases. */
function listProperties(properties: Properties): readonly (readonly [string, QueryableProperty])[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const isLeftOut = property.type === 'elsewhere' || ('isAlias' in property && property.isAlias === true);
    return isLeftOut ? [] : [[name, property as QueryableProperty] as const];
  });
}

function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}
