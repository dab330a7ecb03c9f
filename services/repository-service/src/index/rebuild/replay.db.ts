// Index changes that only the replay after a failover needs (jobs/older-index/replay.ts).
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { eventKinds, eventScopes } from '../../domain/artifact-event.ts';
import { formatNumberArray } from '../arrays.ts';
import { setCommitted } from '../aus/change-artifact.db.ts';
import type { JournalLine } from '../keeping/journal.db.ts';
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

/** Lost commit or uncommit of an artifact. */
export interface LostCommit {
  readonly artifact: string;
  readonly committed: boolean;
  readonly epoch: string;
  /** All lost lines that commit or uncommit the artifact. Other processes may have replayed them. */
  readonly lostLines: readonly Pick<JournalLine, 'id' | 'at'>[];
}

/** Repeats a commit or uncommit, unless a user has committed or uncommitted the artifact after the failover. */
export async function replayCommit(db: Kysely<IndexSchema>, lost: LostCommit): Promise<void> {
  await setCommitted(db, lost.artifact, lost.committed, { onlyIf: sql`not ${wasChangedByUser(lost)}` });
}

/**
 * SQL condition on a row of `artifact`: whether a user committed or uncommitted the artifact in a later epoch. The
 * journal contains the changes that are not shipped yet. The events contain the others, and the replayed lost changes.
 * Lines without a user come from replays.
 */
function wasChangedByUser({ epoch, lostLines }: LostCommit): RawBuilder<boolean> {
  return sql`exists (
    select from journal_epoch later where epoch > ${epoch} and home <> 'replayed' and (
      exists (
        select from journal where id > later.after_id and entry ->> 'op' in ('committed', 'uncommitted')
          and entry ->> 'by' is not null and entry::jsonb -> 'artifacts' ? artifact.id::text
      ) or exists (
        select from event where subject = artifact.id and scope = ${sql.lit(eventScopes.artifact)}
          and kind in (${sql.lit(eventKinds.committed)}, ${sql.lit(eventKinds.uncommitted)})
          and line_id > later.after_id and detail ->> 'by' is not null
          and not exists (
            select from unnest(
              ${formatNumberArray(lostLines.map(({ id }) => id))}::bigint[],
              ${formatNumberArray(lostLines.map(({ at }) => Date.parse(at)))}::bigint[]
            ) lost (id, at_ms) where lost.id = line_id and lost.at_ms = event.at_ms
          )
      )
    )
  )`;
}
