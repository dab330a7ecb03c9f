// Read-only queries of the verify job.

import { type Kysely, sql } from 'kysely';
import { buildAuCountsClause } from '../aus/counted-au.db.ts';
import type { ArtifactTable, IndexSchema, KeptRecordTable } from '../schema.ts';

export interface IndexedSegment {
  readonly id: number;
  readonly key: string;
  readonly sizeBytes: number;
  readonly deadBytes: number;
  readonly manifestOffset: number | null;
}

/** Returns segments sorted by key. */
export async function listSegmentsAfter(
  db: Kysely<IndexSchema>,
  after: string,
  limit: number,
): Promise<IndexedSegment[]> {
  const { rows } = await buildSegmentQuery(sql`key > ${after} order by key limit ${limit}`).execute(db);
  return rows;
}

export async function findSegmentByKey(
  db: Kysely<IndexSchema>,
  key: string,
): Promise<IndexedSegment | undefined> {
  const { rows } = await buildSegmentQuery(sql`key = ${key}`).execute(db);
  return rows[0];
}

const buildSegmentQuery = (condition: ReturnType<typeof sql>) => sql<IndexedSegment>`
  select id, key, size_bytes as "sizeBytes", dead_bytes as "deadBytes", manifest_offset as "manifestOffset"
  from segment where ${condition}`;

/** Returns whether compaction manages the object, or the sweep job has claimed it. */
export async function isRetiredKey(db: Kysely<IndexSchema>, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from retired_object where key = ${key} union all select from swept_object where key = ${key}`.execute(
    db,
  );
  return rows.length > 0;
}

export async function listSegmentArtifacts(
  db: Kysely<IndexSchema>,
  segmentId: number,
): Promise<ArtifactTable[]> {
  return db.selectFrom('artifact').selectAll().where('segment_id', '=', segmentId).execute();
}

export async function listSegmentKeptRecords(
  db: Kysely<IndexSchema>,
  segmentId: number,
): Promise<KeptRecordTable[]> {
  return db.selectFrom('kept_record').selectAll().where('segment_id', '=', segmentId).execute();
}

/** Returns artifacts with a wrong payload location: the segment is missing, or the original's record is elsewhere. */
export async function listMisplacedPayloads(db: Kysely<IndexSchema>, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select revisit.id from artifact revisit
    left join segment on segment.id = revisit.payload_segment_id
    left join artifact holder on holder.id = revisit.payload_id
    where revisit.payload_id is not null and (
      segment.id is null
      or holder.id is not null and (holder.segment_id, holder.record_offset, holder.record_length)
        is distinct from (revisit.payload_segment_id, revisit.payload_offset, revisit.payload_length))
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface AuToVerify {
  readonly id: number;
  readonly namespace: string;
  readonly auid: string;
}

export async function listAusToVerify(
  db: Kysely<IndexSchema>,
  after: number,
  limit: number,
): Promise<AuToVerify[]> {
  const { rows } = await sql<AuToVerify>`
    select au.id, namespace.name as namespace, auid from au join namespace on namespace.id = au.namespace_id
    where au.id > ${after} order by au.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Describes the AU's counters that differ from a count of the AU's rows. One statement reads both, so that concurrent
 * changes cause no difference.
 */
export async function listWrongCounters(db: Kysely<IndexSchema>, auId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string; kept: number; counted: number }>`
    select name, kept, counted from ${buildAuCountsClause(auId)}, au
    cross join lateral (values
      ('artifact_count', artifact_count, every.artifacts), ('committed_count', committed_count, every.committed),
      ('all_versions_bytes', all_versions_bytes, every.bytes),
      ('committed_url_count', committed_url_count, latest.urls),
      ('latest_versions_bytes', latest_versions_bytes, latest.bytes), ('warc_bytes', warc_bytes, stored.bytes)
    ) counter(name, kept, counted)
    where au.id = ${auId} and kept <> counted`.execute(db);
  return rows.map(({ name, kept, counted }) => `${name} is ${kept}, and ${counted} by counting`);
}
