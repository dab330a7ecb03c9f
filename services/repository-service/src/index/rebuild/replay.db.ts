// Index changes that only the replay after a failover needs (jobs/older-index/replay.ts).
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { eventKinds, eventScopes } from '../../domain/artifact-event.ts';
import { setCommitted } from '../aus/change-artifact.db.ts';
import type { IndexSchema } from '../schema.ts';

/** Maximum number of IDs that the lost transactions may have assigned. */
const LOST_IDS = 100_000;

/**
 * Skips IDs that lost transactions may have assigned. Processes cache the names of AUs and segments by ID, so these IDs
 * must not be assigned again.
 */
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

/**
 * Repeats a commit or uncommit of `epoch`, unless a user has committed or uncommitted the artifact after the failover.
 */
export async function replayCommit(
  db: Kysely<IndexSchema>,
  id: string,
  committed: boolean,
  epoch: string,
): Promise<void> {
  await setCommitted(db, id, committed, { onlyIf: sql`not ${wasChangedByUserAfter(epoch)}` });
}

/**
 * SQL condition on a row of `artifact`: whether a user committed or uncommitted the artifact in an epoch after `epoch`.
 * Such a change was made after the failover that lost the end of `epoch`. Lines without a user come from replays. The
 * journal contains the unshipped changes, and the events all others.
 */
function wasChangedByUserAfter(epoch: string): RawBuilder<boolean> {
  return sql`exists (
    select from journal_epoch later where epoch > ${epoch} and home <> 'replayed' and (
      exists (
        select from journal where id > later.after_id and entry ->> 'op' in ('committed', 'uncommitted')
          and entry ->> 'by' is not null and entry::jsonb -> 'artifacts' ? artifact.id::text
      ) or exists (
        select from event where subject = artifact.id and scope = ${sql.lit(eventScopes.artifact)}
          and kind in (${sql.lit(eventKinds.committed)}, ${sql.lit(eventKinds.uncommitted)})
          and line_id > later.after_id and at_ms >= extract(epoch from later.begun_at) * 1000
          and detail ->> 'by' is not null
      )
    )
  )`;
}
