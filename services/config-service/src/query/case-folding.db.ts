// Selects the best collation for case mapping that the PostgreSQL server supports. The collation "C" maps only ASCII
// letters.
import { type Kysely, sql } from 'kysely';
import type { Sql } from './catalogue.ts';

export interface CaseFolding {
  readonly name: 'pg_c_utf8' | 'und-x-icu' | 'C';
  readonly collate: Sql;
}

/** Collations to try, best first. */
export const caseFoldings: readonly CaseFolding[] = [
  { name: 'pg_c_utf8', collate: sql`collate "pg_c_utf8"` },
  { name: 'und-x-icu', collate: sql`collate "und-x-icu"` },
  { name: 'C', collate: sql`collate "C"` },
];

const known = new WeakMap<object, Promise<CaseFolding>>();

/** Detects the collation with one database query, and caches the result. */
export function detectCaseFolding<Schema>(db: Kysely<Schema>): Promise<CaseFolding> {
  const asked = known.get(db) ?? selectFolding(db);
  known.set(db, asked);
  // Removes a failed query from the cache.
  asked.catch(() => known.delete(db));
  return asked;
}

async function selectFolding<Schema>(db: Kysely<Schema>): Promise<CaseFolding> {
  const { rows } = await sql<{ collname: string }>`
    select collname from pg_collation
    where collname in ('pg_c_utf8', 'und-x-icu', 'C')
      and collencoding in (-1, (select encoding from pg_database where datname = current_database()))
  `.execute(db);
  return caseFoldings.find(({ name }) => rows.some(({ collname }) => collname === name))!;
}
