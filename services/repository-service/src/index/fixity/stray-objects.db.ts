// Finds the objects that the index refers to. Records stray objects, to which the index does not refer.
import { type Kysely, sql } from 'kysely';
import { formatNumberArray, formatTextArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';

export interface StrayObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly reason: string;
}

/** Returns the keys to which the index refers: segments, and objects that compaction is writing or has retired. */
export async function findReferencedKeys(
  db: Kysely<IndexSchema>,
  keys: readonly string[],
): Promise<Set<string>> {
  const asked = sql`any(${formatTextArray(keys)}::text[])`;
  const { rows } = await sql<{ key: string }>`
    select key from segment where key = ${asked}
    union all
    select key from retired_object where key = ${asked}`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

export async function recordStrayObjects(
  db: Kysely<IndexSchema>,
  strays: readonly StrayObject[],
  foundMs: number,
): Promise<void> {
  if (strays.length === 0) return;
  await sql`
    insert into stray_object (key, size_bytes, reason, found_ms)
    select key, size_bytes, reason, ${foundMs} from unnest(
      ${formatTextArray(strays.map(({ key }) => key))}::text[],
      ${formatNumberArray(strays.map(({ sizeBytes }) => sizeBytes))}::bigint[],
      ${formatTextArray(strays.map(({ reason }) => reason))}::text[]
    ) found(key, size_bytes, reason)
    on conflict (key) do update
      set size_bytes = excluded.size_bytes, reason = excluded.reason, found_ms = excluded.found_ms`.execute(
    db,
  );
}

export async function deleteStrayObjectsBefore(db: Kysely<IndexSchema>, beforeMs: number): Promise<void> {
  await db.deleteFrom('stray_object').where('found_ms', '<', beforeMs).execute();
}

/** Returns the keys of stray objects after `after`, in order. */
export async function listStrayKeys(
  db: Kysely<IndexSchema>,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from stray_object where key > ${after} order by key limit ${limit}`.execute(db);
  return rows.map(({ key }) => key);
}

export async function deleteStrayObjects(db: Kysely<IndexSchema>, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`delete from stray_object where key = any(${formatTextArray(keys)}::text[])`.execute(db);
}
