// Index changes that only the replay after a failover needs (jobs/older-index/replay.ts).
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

/** Maximum number of IDs that the lost transactions may have assigned. */
const LOST_IDS = 100_000;

/** Skips IDs that lost transactions may have assigned, because processes cache the names of AUs and segments by ID. */
export async function skipLostIds(db: Kysely<IndexSchema>): Promise<void> {
  for (const table of ['namespace', 'au', 'segment']) {
    await sql`
      select setval(sequence, coalesce(pg_sequence_last_value(sequence), 0) + ${LOST_IDS}::bigint)
      from (select pg_get_serial_sequence(${table}, 'id')::regclass as sequence) as named`.execute(db);
  }
}

export async function deleteHold(db: Kysely<IndexSchema>, id: string): Promise<void> {
  await db.deleteFrom('hold').where('id', '=', id).execute();
}

/** Schedules the removal of an object to which no row refers. */
export async function retireObject(
  db: Kysely<IndexSchema>,
  { key, auId }: { key: string; auId: number },
): Promise<void> {
  await sql`
    insert into retired_object (key, au_id, remove_at) values (${key}, ${auId}, now())
    on conflict do nothing`.execute(db);
}
