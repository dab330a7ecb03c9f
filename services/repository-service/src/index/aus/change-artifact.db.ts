// Commits, uncommits and deletes artifacts. Each change is a transaction that holds the AU's lock and updates the AU's
// counters. It reads the artifact only after it has the lock.
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { eventKinds, eventScopes } from '../../domain/artifact-event.ts';
import type { IndexSchema } from '../schema.ts';
import { buildJournalChange } from './au.db.ts';
import { bridgeRecordingCondition, reportArtifactChanges } from './changes-for-bridge.db.ts';
import { convertUnderHoldError } from './holds.db.ts';

export type DeletionOutcome = 'deleted' | 'missing' | 'in-bulk-transfer';

export interface CommitOptions {
  /** User who makes the change. Undefined if a job makes it. */
  readonly by?: string | undefined;
  /** SQL condition on the row of `artifact`. If it is false, the artifact is not changed. */
  readonly onlyIf?: RawBuilder<unknown>;
}

/** Commits or uncommits an artifact, unless it already has that state. Returns false if it does not exist. */
export async function setCommitted(
  db: Kysely<IndexSchema>,
  id: string,
  committed: boolean,
  { by, onlyIf = sql`true` }: CommitOptions = {},
): Promise<boolean> {
  return runInTransaction(db, async (tx) => {
    const au = await lockArtifactAu(tx, id);
    if (!au) return false;
    const kind = committed ? 'ArtifactCommitted' : 'ArtifactUncommitted';
    const report = au.is_told_of ? reportArtifactChanges(kind, sql`changed`) : sql`select`;
    const { rows } = await sql<{ found: boolean }>`
      with changed as (
        update artifact set committed = ${committed} where id = ${id} and committed <> ${committed} and ${onlyIf}
        returning *
      ), counted as (${buildCounterUpdate({ artifacts: 0, committed: committed ? 1 : -1 })}
      ), noted as (${buildJournalChange(committed ? 'committed' : 'uncommitted', sql`changed`, by)}
      ), told as (${report})
      select exists (select from artifact where id = ${id}) as found`.execute(tx);
    return rows[0]!.found;
  });
}

/**
 * SQL condition on a row of `artifact`: whether the artifact was never committed. If an uncommitted artifact was
 * committed before, a user uncommitted it. It must then not be removed like an unfinished upload.
 */
export const wasNeverCommitted: RawBuilder<boolean> = sql`not artifact.committed and not exists (
  select from event where subject = artifact.id and scope = ${sql.lit(eventScopes.artifact)}
    and kind in (${sql.lit(eventKinds.committed)}, ${sql.lit(eventKinds.uncommitted)})
) and artifact.id::text not in (
  select jsonb_array_elements_text(entry::jsonb -> 'artifacts') from journal
  where entry ->> 'op' in ('committed', 'uncommitted')
)`;

/**
 * Deletes the artifact's row on behalf of a job (deletion/deletions.db.ts deletes on behalf of users). The record and
 * its companion records (request, metadata) remain as dead bytes until compaction, which retains the record while
 * revisits share its payload. Throws UnderHoldError if the artifact is under hold.
 */
export async function deleteArtifact(
  db: Kysely<IndexSchema>,
  id: string,
  { ifNeverCommitted = false }: { ifNeverCommitted?: boolean } = {},
): Promise<DeletionOutcome> {
  const work = runInTransaction<IndexSchema, DeletionOutcome>(db, async (tx) => {
    const au = await lockArtifactAu(tx, id);
    if (!au) return 'missing';
    if (au.bulk_since !== null) return (await isArtifactStored(tx, id)) ? 'in-bulk-transfer' : 'missing';
    const kept = ifNeverCommitted ? sql`and ${wasNeverCommitted}` : sql``;
    const report = au.is_told_of ? reportArtifactChanges('ArtifactDeleted', sql`changed`) : sql`select`;
    return (await deleteInAu(tx, id, { kept, noted: buildJournalChange('deleted', sql`changed`), report }))
      ? 'deleted'
      : 'missing';
  });
  return convertUnderHoldError(work);
}

/**
 * Deletes an artifact without a journal entry. The caller's transaction must hold the AU's lock and journal the
 * deletion. Returns false if the artifact does not exist.
 */
export async function deleteUnjournaledArtifact(tx: Transaction<IndexSchema>, id: string): Promise<boolean> {
  return deleteInAu(tx, id, {
    kept: sql``,
    noted: sql`select`,
    report: reportArtifactChanges('ArtifactDeleted', sql`changed`),
  });
}

async function deleteInAu(
  tx: Transaction<IndexSchema>,
  id: string,
  {
    kept,
    noted,
    report,
  }: { kept: RawBuilder<unknown>; noted: RawBuilder<unknown>; report: RawBuilder<unknown> },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with changed as (
      delete from artifact where id = ${id} ${kept} returning *
    ), counted as (${buildCounterUpdate({ artifacts: -1, committed: sql`-committed::integer` })}
    ), kept as (
      delete from kept_record using changed where artifact_id = changed.id
      returning kept_record.segment_id, kept_record.record_length
    ), dead as (
      update segment set dead_bytes = dead_bytes + gone.bytes
      from (
        select segment_id, sum(bytes)::bigint as bytes from (
          select segment_id, record_length + companions_before + companions_after as bytes from changed
          union all select segment_id, record_length from kept
        ) gone_record group by segment_id
      ) gone
      where segment.id = gone.segment_id
    ), forgiven as (
      delete from damage using changed where artifact_id = changed.id
    ), noted as (${noted}
    ), told as (${report})
    select exists (select from changed) as found`.execute(tx);
  return rows[0]!.found;
}

/**
 * Locks the AU's row first, so that all writers lock in the same order. `is_told_of`: whether to notify the bridge now.
 * False during a bulk transfer, whose changes are reported at its end.
 */
async function lockArtifactAu(tx: Transaction<IndexSchema>, id: string) {
  return tx
    .selectFrom('au')
    .select(['bulk_since', sql<boolean>`bulk_since is null and ${bridgeRecordingCondition}`.as('is_told_of')])
    .where('id', '=', (artifact) => artifact.selectFrom('artifact').select('au_id').where('id', '=', id))
    .forUpdate()
    .executeTakeFirst();
}

async function isArtifactStored(tx: Transaction<IndexSchema>, id: string): Promise<boolean> {
  return (await tx.selectFrom('artifact').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/**
 * Updates the AU's counters for the row in `changed`, if any. `artifacts`, `committed`: increments. The sizes and URL
 * counts also depend on the URL's highest other committed version.
 */
export function buildCounterUpdate({
  artifacts,
  committed,
}: {
  artifacts: number;
  committed: number | RawBuilder<unknown>;
}) {
  return sql`
    update au set
      artifact_count = artifact_count + ${artifacts}::integer,
      committed_count = committed_count + change.committed,
      committed_url_count = committed_url_count + case when other.version is null then change.committed else 0 end,
      all_versions_bytes = all_versions_bytes + change.committed * change.content_length,
      latest_versions_bytes = latest_versions_bytes
        + case when change.version > coalesce(other.version, 0)
               then change.committed * (change.content_length - coalesce(other.content_length, 0)) else 0 end
    from (
      select id, au_id, url, version, content_length, (${committed})::integer as committed from changed
    ) change
    left join lateral (
      select version, content_length from artifact
      where artifact.au_id = change.au_id and url_head(artifact.url) = url_head(change.url)
        and url_tail(artifact.url) = url_tail(change.url) and artifact.committed and artifact.id <> change.id
      order by version desc limit 1
    ) other on true
    where au.id = change.au_id`;
}
