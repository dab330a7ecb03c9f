// Steps of a rebuild that need all segments in the index: payload locations of revisits, AU counters, bulk transfer
// marks, and the next journal ID.

import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import { toSegmentKey } from '../../domain/manifest-copy-keys.ts';
import { formatPlainArray, formatTextArray } from '../arrays.ts';
import { buildAuCountsClause } from '../aus/counted-au.db.ts';
import type { IndexSchema } from '../schema.ts';
import { buildAuJoin, stagedSegmentStates } from './staging.db.ts';

/** Sets the payload locations of revisits. A payload length of 0 marks revisits without a location. */
export async function setPayloadPositions(db: Kysely<IndexSchema>): Promise<void> {
  await sql`
    with unplaced as (select distinct payload_id from artifact where payload_id is not null and payload_length = 0)
    update artifact revisit
    set payload_segment_id = holder.segment_id, payload_offset = holder.record_offset,
      payload_length = holder.record_length, payload_crc = holder.record_crc,
      sha1 = coalesce(holder.sha1, revisit.sha1), dechunked = coalesce(holder.dechunked, revisit.dechunked)
    from (
      select id, segment_id, record_offset, record_length, record_crc, sha1, dechunked from artifact
      where id in (select payload_id from unplaced)
      union all
      select rebuild_gone.*, null, null from rebuild_gone where artifact in (select payload_id from unplaced)
    ) holder
    where revisit.payload_id = holder.id and revisit.payload_length = 0`.execute(db);
}

/** Counts revisits whose original's record was not found. */
export async function countLostPayloads(db: Kysely<IndexSchema>): Promise<number> {
  const { rows } = await sql<{ lost: number }>`
    select count(*) as lost from artifact where payload_id is not null and payload_length = 0`.execute(db);
  return rows[0]!.lost;
}

/** Returns the next AU IDs, in ascending order. */
export async function listIndexedAuIds(
  db: Kysely<IndexSchema>,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from au where id > ${after} order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Computes the counters of one AU. One statement for all AUs would have to sort all artifacts. */
export async function computeAuCounters(db: Kysely<IndexSchema>, auId: number): Promise<void> {
  await sql`
    update au set
      artifact_count = every.artifacts, committed_count = every.committed, all_versions_bytes = every.bytes,
      committed_url_count = latest.urls, latest_versions_bytes = latest.bytes,
      warc_bytes = stored.bytes, last_segment_id = stored.last
    from ${buildAuCountsClause(auId)}
    where au.id = ${auId}`.execute(db);
}

/** Returns the AUs that are in bulk transfer according to their last journaled mark. */
export async function listBulkMarks(
  db: Kysely<IndexSchema>,
): Promise<{ namespace: string; auid: string; at: Date }[]> {
  const { rows } = await sql<{ namespace: string; auid: string; at: Date }>`
    select namespace, auid, at from (
      select distinct on (namespace, auid) * from rebuild_bulk order by namespace, auid, epoch desc, id desc
    ) last_mark where marked`.execute(db);
  return rows;
}

export async function restoreBulkMark(db: Kysely<IndexSchema>, auId: number, at: Date): Promise<void> {
  await db.updateTable('au').set({ bulk_since: at }).where('id', '=', auId).execute();
}

/** Returns the AUs to which restored purges, holds, deletion requests and retired objects refer. */
export async function listAusOfRestoredRows(
  db: Kysely<IndexSchema>,
): Promise<{ namespace: string; auid: string }[]> {
  const { rows } = await sql<{ namespace: string; auid: string }>`
    select namespace, auid from rebuild_purge
    union select namespace, auid from rebuild_hold
    union select namespace, auid from rebuild_deletion
    union select namespace, auid from rebuild_segment
    where state = ${stagedSegmentStates.retired} and size_bytes is not null`.execute(db);
  return rows;
}

/**
 * Restores the purges. A purge remains open unless the journal records that the bytes were erased and no segment
 * contains the record or a companion record (request, metadata).
 */
export async function restorePurges(db: Kysely<IndexSchema>): Promise<void> {
  await sql`
    insert into purge (id, au_id, segment_id, sha256, ordered_at, ordered_by, reason, erased_at)
    select staged.artifact, au.id, gone.segment_id, decode(staged.sha256, 'hex'), at, ordered_by, reason,
      case when gone.artifact is null
        and not exists (select from kept_record where artifact_id = staged.artifact)
        and exists (select from rebuild_erased where artifact = staged.artifact) then at end
    from ${buildAuJoin('rebuild_purge')}
    left join rebuild_gone gone on gone.artifact = staged.artifact
    on conflict do nothing`.execute(db);
}

/**
 * Deletes the `kept_record` rows of deleted artifacts and counts their bytes as dead. Call after `restorePurges`, which
 * needs these rows.
 */
export async function deleteOrphanedCompanions(db: Kysely<IndexSchema>): Promise<void> {
  await sql`
    with dropped as (
      delete from kept_record where artifact_id is not null
        and not exists (select from artifact where id = artifact_id)
      returning segment_id, record_length
    )
    update segment set dead_bytes = dead_bytes + dead.bytes
    from (select segment_id, sum(record_length)::bigint as bytes from dropped group by segment_id) dead
    where segment.id = dead.segment_id`.execute(db);
}

/** Schedules the objects of merged segments for immediate removal, because no reader uses them after a rebuild. */
export async function restoreRetiredObjects(db: Kysely<IndexSchema>): Promise<void> {
  await sql`
    insert into retired_object (key, au_id, remove_at)
    select key, au.id, now() from ${buildAuJoin('rebuild_segment')}
    where state = ${stagedSegmentStates.retired} and size_bytes is not null
    on conflict do nothing`.execute(db);
}

/** Schedules manifest copies for removal if their segment does not exist. */
export async function retireManifestCopies(
  db: Kysely<IndexSchema>,
  copies: readonly string[],
): Promise<void> {
  const segments = copies.map(toSegmentKey);
  await sql`
    insert into retired_object (key, au_id, remove_at)
    select copy, au.id, now()
    from unnest(${formatTextArray(copies)}::text[], ${formatTextArray(segments)}::text[]) staged(copy, segment)
    join namespace on namespace.name = split_part(segment, '/', 2)
    join au on au.namespace_id = namespace.id and encode(au.auid_sha256, 'hex') = split_part(segment, '/', 3)
    where not exists (select from segment where key = staged.segment)
    on conflict do nothing`.execute(db);
}

/** Lets the journal continue after the highest ID that was ever assigned. */
export async function continueJournal(db: Kysely<IndexSchema>, lastId: number): Promise<void> {
  await sql`
    select setval(pg_get_serial_sequence('journal', 'id'), greatest(${lastId}::bigint, (select coalesce(max(id), 1) from journal)))`.execute(
    db,
  );
}

/** Journals versions that the rebuild changed, so that another rebuild assigns the same versions. Idempotent. */
export async function journalChangedVersions(db: Kysely<IndexSchema>): Promise<number> {
  const { rows } = await sql<{ artifacts: number }>`
    with renumbered as (delete from rebuild_renumbered returning au_id, artifact, version),
    journaled as (
      insert into journal (au_id, entry)
      select au_id, json_build_object('op', 'renumbered', 'versions', json_agg(json_build_array(artifact, version)))
      from renumbered group by au_id
    )
    select count(*) as artifacts from renumbered`.execute(db);
  return rows[0]!.artifacts;
}

export async function analyzeIndex(db: Kysely<IndexSchema>): Promise<void> {
  await sql`analyze artifact, kept_record, segment, au, rebuild_gone`.execute(db);
}

export async function isIndexEmpty(db: Kysely<IndexSchema>): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from segment) and not exists (select from artifact)
      and not exists (select from au) as empty`.execute(db);
  return rows[0]!.empty;
}

/** Returns the artifacts in `ids` that exist. */
export async function findPresentArtifacts(
  db: Kysely<IndexSchema>,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from artifact where id = any(${formatPlainArray(ids)}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Counts services that are connected to this database. They would write to the index during a rebuild. */
export async function countConnectedServices(db: Kysely<IndexSchema>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = 'holdfast repository-service'`.execute(db);
  return rows[0]!.count;
}

// All indexes of `artifact` that are not unique are dropped before rows are loaded, and created again afterwards.
// Inserting into an index with random keys becomes slower as the index grows; creating it afterwards takes a single sort.

/** Drops the indexes that are not unique. Retains the unique indexes, which detect contradictory objects. */
export async function dropReaderIndexes(db: Kysely<IndexSchema>): Promise<void> {
  await runInTransaction(db, async (tx) => {
    await sql`create table if not exists rebuild_index (name text primary key, definition text not null)`.execute(
      tx,
    );
    const { rows } = await sql<{ name: string }>`
      insert into rebuild_index
      select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index
      where indrelid = 'artifact'::regclass and not indisunique
      returning name`.execute(tx);
    for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(tx);
  });
}

/** Returns the dropped indexes that have not been recreated. */
export async function listDroppedIndexes(db: Kysely<IndexSchema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from rebuild_index order by name`.execute(db);
  return rows.map(({ name }) => name);
}

export async function recreateIndex(db: Kysely<IndexSchema>, name: string): Promise<void> {
  await runInTransaction(db, async (tx) => {
    await sql`set local maintenance_work_mem to '128MB'`.execute(tx);
    const { rows } = await sql<{ definition: string }>`
      delete from rebuild_index where name = ${name} returning definition`.execute(tx);
    for (const { definition } of rows) await sql.raw(definition).execute(tx);
  });
}
