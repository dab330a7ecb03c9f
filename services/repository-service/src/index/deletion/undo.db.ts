// Deletes artifacts so that they can be restored, and restores them. The deleted rows are saved as JSON until a segment
// to which they refer is rewritten. A segment's row is deleted only while the segment is locked for update, so a
// restore locks the segments first.
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { formatNumberArray, formatPlainArray } from '../arrays.ts';
import { buildJournalInsert } from '../aus/au.db.ts';
import { buildCounterUpdate, deleteUnjournaledArtifact } from '../aus/change-artifact.db.ts';
import { reportAuChange } from '../aus/changes-for-bridge.db.ts';
import type { DeletionState, IndexSchema } from '../schema.ts';

/** Locks the AU's row until the transaction ends. Returns whether the AU is in bulk transfer. */
export async function lockAuRow(tx: Transaction<IndexSchema>, auId: number): Promise<boolean> {
  const { bulk_since } = await tx
    .selectFrom('au')
    .select('bulk_since')
    .where('id', '=', auId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return bulk_since !== null;
}

interface UndoableDeletion {
  readonly number: number;
  readonly artifacts: readonly string[];
  readonly undoMs: number;
}

/**
 * Deletes artifacts of a deletion and saves their rows. The caller's transaction must hold the AU's lock and journal
 * the deletion.
 */
export async function deleteForUndo(
  tx: Transaction<IndexSchema>,
  { number, artifacts, undoMs }: UndoableDeletion,
): Promise<void> {
  await sql`
    update deletion_artifact listed set
      stored = row_to_json(artifact),
      kept = (select json_agg(kept_record) from kept_record where artifact_id = artifact.id),
      damages = (select json_agg(damage) from damage where artifact_id = artifact.id),
      segments = array(
        select artifact.segment_id
        union select artifact.payload_segment_id where artifact.payload_segment_id is not null
        union select segment_id from kept_record where artifact_id = artifact.id
      ),
      undo_until = now() + ${undoMs}::float8 * interval '1 millisecond'
    from artifact
    where listed.number = ${number} and artifact.id = listed.artifact_id
      and artifact.id = any(${formatPlainArray(artifacts)}::uuid[])`.execute(tx);
  for (const id of artifacts) await deleteUnjournaledArtifact(tx, id);
}

/** Removes the saved rows that refer to these segments. Call in the transaction that deletes the segments. */
export async function forgetDeletedRows(
  tx: Kysely<IndexSchema>,
  segments: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update deletion_artifact set stored = null, kept = null, damages = null
    where stored is not null and segments && ${segments}`.execute(tx);
}

/** Removes the saved rows of deleted artifacts, so that the artifacts cannot be restored. */
export async function forgetDeletedArtifacts(
  tx: Kysely<IndexSchema>,
  artifacts: readonly string[],
): Promise<void> {
  await sql`
    update deletion_artifact set stored = null, kept = null, damages = null
    where stored is not null and artifact_id = any(${formatPlainArray(artifacts)}::uuid[])`.execute(tx);
}

/** Condition on a row of `segment`: compaction need not wait for the undo period of a deletion. */
export const isNotAwaitingUndo = sql`
  not exists (
    select from deletion_artifact
    where stored is not null and segments @> array[segment.id] and undo_until > now()
  )`;

/**
 * `restored`: all artifacts are back, and `renumbered` of them have a new version. `gone`: compaction, a purge or a
 * rebuild has made the undo impossible. `replaced`: an artifact with the same UUID exists. `bulk`: the AU is in bulk
 * transfer. `closed`: the request has not deleted anything; `state` is its state.
 */
export type RestoreOutcome =
  | { readonly outcome: 'restored'; readonly renumbered: number }
  | { readonly outcome: 'gone' | 'replaced' | 'bulk' }
  | { readonly outcome: 'closed'; readonly state: DeletionState };

/** Restores all artifacts that this deletion has deleted, or none. */
export async function restoreArtifacts(
  db: Kysely<IndexSchema>,
  { number, auId }: { number: number; auId: number },
  by: string,
): Promise<RestoreOutcome> {
  return runInTransaction<IndexSchema, RestoreOutcome>(db, async (tx) => {
    if (await lockAuRow(tx, auId)) return { outcome: 'bulk' };
    const { state } = await tx
      .selectFrom('deletion')
      .select('state')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    if (state !== 'deleted') return { outcome: 'closed', state };
    const found = await restoreRows(tx, number);
    if (typeof found === 'string') return { outcome: found };
    await sql`
      update deletion set state = 'restored', undone_at = now(), undone_by = ${by} where number = ${number}`.execute(
      tx,
    );
    for (const [segment, rows] of Map.groupBy(found, ({ key }) => key)) {
      const changed = rows.filter(({ version, former }) => version !== former);
      await buildJournalInsert(auId, {
        op: 'restored',
        number,
        segment,
        artifacts: rows.map(({ id }) => id),
        by,
        ...(changed.length > 0 && {
          versions: changed.map(({ id, version }): [string, number] => [id, version]),
        }),
      }).execute(tx);
    }
    await reportAuChange(sql`select ${auId}::bigint as id`).execute(tx);
    return { outcome: 'restored', renumbered: found.filter((row) => row.version !== row.former).length };
  });
}

export interface RestoredRow {
  readonly id: string;
  /** Key of the segment with the artifact's record. */
  readonly key: string;
  /** Version before the deletion. */
  readonly former: number;
  readonly version: number;
}

/**
 * Inserts the deleted rows again, without a journal line. The caller's transaction must hold the AU's lock. If this is
 * impossible, returns the reason.
 */
export async function restoreRows(
  tx: Transaction<IndexSchema>,
  number: number,
): Promise<RestoredRow[] | 'gone' | 'replaced'> {
  const { rows: deleted } = await sql<{ id: string; complete: boolean; segments: number[]; exists: boolean }>`
    select artifact_id as id, stored is not null as complete, segments,
      exists (select from artifact where id = artifact_id) as exists
    from deletion_artifact where number = ${number} and segments is not null
    order by url, version, artifact_id`.execute(tx);
  if (deleted.length === 0 || deleted.some(({ complete }) => !complete)) return 'gone';
  if (deleted.some(({ exists }) => exists)) return 'replaced';
  const segments = [...new Set(deleted.flatMap((row) => row.segments))];
  const { rows: locked } = await sql`
    select from segment where id = any(${formatNumberArray(segments)}::bigint[]) order by id for key share`.execute(
    tx,
  );
  if (locked.length < segments.length) return 'gone';
  // The URL search deletes URLs that no artifact has, so queue the segments to add their URLs again.
  await sql`
    insert into url_search_queue (segment_id)
    select unnest(${formatNumberArray(segments)}::bigint[])
    where exists (select from url_search_state where failure is null)
    on conflict do nothing`.execute(tx);
  const restored: RestoredRow[] = [];
  for (const { id } of deleted) restored.push(await restoreRow(tx, number, id));
  return restored;
}

async function restoreRow(tx: Transaction<IndexSchema>, number: number, id: string): Promise<RestoredRow> {
  const { rows } = await sql<RestoredRow>`
    with former as (
      select stored::jsonb as stored, kept, damages, artifact_version.highest, artifact_version.is_taken,
        deletion_artifact.version
      from deletion_artifact, lateral (
        select max(other.version) as highest, bool_or(other.version = deletion_artifact.version) as is_taken
        from artifact other
        where other.au_id = deletion_artifact.au_id
          and url_head(other.url) = url_head(stored ->> 'url') and url_tail(other.url) = url_tail(stored ->> 'url')
      ) artifact_version
      where number = ${number} and artifact_id = ${id}::uuid
    ), changed as (
      insert into artifact
      select (jsonb_populate_record(null::artifact, case when is_taken
        then stored || jsonb_build_object('version', highest + 1) else stored end)).*
      from former
      returning *
    ), counted as (${buildCounterUpdate({ artifacts: 1, committed: sql`committed::integer` })}
    ), returned as (
      insert into kept_record select record.* from former, json_populate_recordset(null::kept_record, kept) record
      returning segment_id, record_length
    ), hurt as (
      insert into damage select record.* from former, json_populate_recordset(null::damage, damages) record
      on conflict do nothing
    ), alive as (
      update segment set dead_bytes = dead_bytes - back.bytes
      from (
        select segment_id, sum(bytes)::bigint as bytes from (
          select segment_id, record_length + companions_before + companions_after as bytes from changed
          union all select segment_id, record_length from returned
        ) returned_record group by segment_id
      ) back
      where segment.id = back.segment_id
    ), forgotten as (
      update deletion_artifact set stored = null, kept = null, damages = null
      where number = ${number} and artifact_id = ${id}::uuid
    )
    select changed.id, key, former.version as former, changed.version
    from changed, former, segment where segment.id = changed.segment_id`.execute(tx);
  return rows[0]!;
}
