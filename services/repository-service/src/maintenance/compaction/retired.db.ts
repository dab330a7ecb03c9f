// The objects that are to go; 0004-moving.ts says what the times in their rows mean.
import { inTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql, type Transaction } from 'kysely';
import { textArray } from '../../index/arrays.ts';
import type { IndexSchema } from '../../index/schema.ts';

/** Before the first byte of a segment is written that others are to be merged into. */
export async function announceObject(db: Kysely<IndexSchema>, auId: number, key: string): Promise<void> {
  await db.insertInto('retired_object').values({ au_id: auId, key, remove_at: null }).execute();
}

/** It has become a segment. False when it was given up meanwhile: then it must not. */
export async function keepAnnounced(tx: Transaction<IndexSchema>, key: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('retired_object')
    .where('key', '=', key)
    .where('remove_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** They are no segments any more, and go after the grace period. */
export async function retireObjects(
  tx: Transaction<IndexSchema>,
  auId: number,
  keys: readonly string[],
  graceMs: number,
): Promise<void> {
  await sql`
    insert into retired_object (key, au_id, remove_at)
    select key, ${auId}, clock_timestamp() + ${graceMs} * interval '1 ms' from unnest(${textArray(keys)}::text[]) key`.execute(
    tx,
  );
}

/** What was announced will not become a segment: nobody writes it any more, or whoever does is to fail. */
export async function giveUpAnnounced(db: Kysely<IndexSchema>, key?: string): Promise<void> {
  await sql`
    update retired_object set remove_at = now()
    where remove_at is null ${key === undefined ? sql`` : sql`and key = ${key}`}`.execute(db);
}

/** All that wait in an AU go now. */
export async function hastenRemoval(db: Kysely<IndexSchema>, auId: number): Promise<void> {
  await sql`
    update retired_object set remove_at = now()
    where au_id = ${auId} and (remove_at is null or remove_at > now())`.execute(db);
}

/**
 * Gives `remove` the keys of up to so many objects whose time has come, and forgets those that it answers. Others that do
 * the same at the same time are given others. Answers how many there were.
 */
export async function removeDue(
  db: Kysely<IndexSchema>,
  limit: number,
  remove: (keys: string[]) => Promise<string[]>,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ key: string }>`
      select key from retired_object where remove_at <= now() order by remove_at limit ${limit}
      for update skip locked`.execute(tx);
    if (rows.length === 0) return 0;
    const keys = rows.map(({ key }) => key);
    const removed = await remove(keys);
    await sql`delete from retired_object where key = any(${textArray(removed)}::text[])`.execute(tx);
    return keys.length;
  });
}

/** How many objects of an AU have not gone yet. */
export async function retiredOf(db: Kysely<IndexSchema>, auId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from retired_object where au_id = ${auId}`.execute(db);
  return rows[0]!.count;
}
