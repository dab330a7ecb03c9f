// Tracks pending objects, which compaction is writing, and retired objects, which are to be removed.
// migrations/first/keeping.ts documents the times in their rows.
import { computeAdvisoryLockKey, runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql, type Transaction } from 'kysely';
import { formatTextArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';

/**
 * Registers the objects that a merge will write, the segment and its manifest copy, as pending. Must be called before
 * the first byte is written.
 */
export async function registerPendingObjects(
  db: Kysely<IndexSchema>,
  auId: number,
  keys: readonly string[],
): Promise<void> {
  await sql`
    insert into retired_object (key, au_id) select key, ${auId} from unnest(${formatTextArray(keys)}::text[]) key`.execute(
    db,
  );
}

/**
 * Deletes the rows of pending objects, which now belong to a segment. Returns false if another process has scheduled
 * one of the objects for removal; the transaction must then fail.
 */
export async function confirmPendingObjects(
  tx: Transaction<IndexSchema>,
  keys: readonly string[],
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('retired_object')
    .where('key', 'in', keys)
    .where('remove_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows === BigInt(keys.length);
}

/** Schedules the objects of merged segments for removal after the grace period of readers. */
export async function retireObjects(
  tx: Transaction<IndexSchema>,
  auId: number,
  keys: readonly string[],
  graceMs: number,
): Promise<void> {
  await sql`
    insert into retired_object (key, au_id, remove_at)
    select key, ${auId}, clock_timestamp() + ${graceMs} * interval '1 ms' from unnest(${formatTextArray(keys)}::text[]) key`.execute(
    tx,
  );
}

/**
 * Schedules pending objects for removal. Call when no process should be writing these objects any more. If a process
 * still writes one of them, its merge will fail.
 */
export async function abandonPendingObjects(
  db: Kysely<IndexSchema>,
  keys?: readonly string[],
): Promise<void> {
  await sql`
    update retired_object set remove_at = now()
    where remove_at is null ${keys === undefined ? sql`` : sql`and key = any(${formatTextArray(keys)}::text[])`}`.execute(
    db,
  );
}

/** Makes all pending and retired objects of an AU due for removal. */
export async function makeRemovalDue(db: Kysely<IndexSchema>, auId: number): Promise<void> {
  await sql`
    update retired_object set remove_at = now()
    where au_id = ${auId} and (remove_at is null or remove_at > now())`.execute(db);
}

/** Advisory lock of a running backup. Prevents the removal of objects that the backup may still read. */
export const REMOVAL_LOCK = 'removal of objects';

/**
 * Calls `remove` with the keys of at most `limit` objects whose grace period has ended. `remove` returns the removed
 * keys, whose rows are then deleted. Concurrent callers get different keys. Returns the number of keys, or 'held' if a
 * backup prevents removal.
 */
export async function removeDueObjects(
  db: Kysely<IndexSchema>,
  limit: number,
  remove: (keys: string[]) => Promise<string[]>,
): Promise<number | 'held'> {
  return runInTransaction(db, async (tx) => {
    const { rows: locks } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock_shared(${computeAdvisoryLockKey(REMOVAL_LOCK)}) as free`.execute(tx);
    if (!locks[0]!.free) return 'held';
    const { rows } = await sql<{ key: string }>`
      select key from retired_object where remove_at <= now() order by remove_at limit ${limit}
      for update skip locked`.execute(tx);
    if (rows.length === 0) return 0;
    const keys = rows.map(({ key }) => key);
    const removed = await remove(keys);
    await sql`delete from retired_object where key = any(${formatTextArray(removed)}::text[])`.execute(tx);
    return keys.length;
  });
}

/** Counts the AU's pending objects, and retired objects that have not been removed yet. */
export async function countRetiredObjects(db: Kysely<IndexSchema>, auId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from retired_object where au_id = ${auId}`.execute(db);
  return rows[0]!.count;
}
