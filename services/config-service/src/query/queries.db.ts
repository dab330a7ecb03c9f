// Runs queries and yields rows in batches.
import type { Database } from '@holdfast/pg-kit';
import type { CompiledQuery } from 'kysely';
import type { ConfigSchema } from '../index/schema/schema.ts';
import type { ParsedQuery } from './ast.ts';
import { detectCaseFolding } from './case-folding.db.ts';
import type { Catalogue } from './catalogue.ts';
import { compileQuery } from './compile.ts';
import { type BatchOptions, readBatches } from './read-only.db.ts';
import type { ResultColumn } from './typed.ts';

export type ResultRow = Readonly<Record<string, unknown>>;

export interface PreparedQuery {
  readonly columns: readonly ResultColumn[];
  rows(options: BatchOptions): AsyncIterable<readonly ResultRow[]>;
}

/** Parses and compiles a query. Throws QueryError. */
export async function prepareQuery(
  database: Database<ConfigSchema>,
  catalogue: Catalogue,
  query: ParsedQuery,
): Promise<PreparedQuery> {
  const folding = await detectCaseFolding(database.kysely);
  const { statement, columns } = compileQuery(query, catalogue, folding);
  const compiled = statement.compile(database.kysely) as CompiledQuery<ResultRow>;
  return { columns, rows: (options) => readBatches(database, compiled, options) };
}
