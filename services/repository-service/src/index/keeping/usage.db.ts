// Reads the size of the database, and the size of the store according to the index.
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

export interface IndexUsage {
  readonly name: string;
  /** Size of the database on disk in bytes, including its indexes. */
  readonly sizeBytes: number;
}

export async function readIndexUsage(db: Kysely<IndexSchema>): Promise<IndexUsage> {
  const { rows } = await sql<IndexUsage>`
    select current_database() as name, pg_database_size(current_database()) as "sizeBytes"`.execute(db);
  return rows[0]!;
}

export interface StoredTotals {
  /** Number of AUs that have artifacts. */
  readonly aus: number;
  readonly artifacts: number;
  readonly warcBytes: number;
}

/** Returns the sums of all AUs' counters. */
export async function readStoredTotals(db: Kysely<IndexSchema>): Promise<StoredTotals> {
  const { rows } = await sql<StoredTotals>`
    select count(*) filter (where artifact_count > 0) as aus,
      coalesce(sum(artifact_count), 0)::bigint as artifacts,
      coalesce(sum(warc_bytes), 0)::bigint as "warcBytes"
    from au`.execute(db);
  return rows[0]!;
}

/** Returns the total size in bytes of all stored WARC objects, from the AUs' counters. */
export async function readStoredWarcBytes(db: Kysely<IndexSchema>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(warc_bytes), 0)::bigint as total from au`.execute(db);
  return rows[0]!.total;
}
