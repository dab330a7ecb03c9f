// Finds the segments of an AU that compaction may merge: small segments, and segments with dead bytes.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MergeCandidate } from '../../domain/merge-choice.ts';
import { isNotAwaitingUndo } from '../deletion/undo.db.ts';
import { type IndexSchema, keptRecordTypes } from '../schema.ts';

export interface AuLocation {
  readonly auId: number;
  readonly namespace: string;
  readonly auid: string;
  /** SHA-256 of the AUID, in lower-case hex. */
  readonly auidHash: string;
}

/** Returns AUs with IDs above `after`, ordered by ID. Omits AUs in bulk transfer. */
export async function listAusAfter(
  db: Kysely<IndexSchema>,
  after: number,
  limit: number,
): Promise<AuLocation[]> {
  return listAusWhere(db, sql`au.id > ${after} and bulk_since is null order by au.id limit ${limit}`);
}

export async function findAuById(db: Kysely<IndexSchema>, auId: number): Promise<AuLocation | undefined> {
  return (await listAusWhere(db, sql`au.id = ${auId}`))[0];
}

export async function findAuByHash(
  db: Kysely<IndexSchema>,
  { namespace, hash }: { namespace: string; hash: Buffer },
): Promise<AuLocation | undefined> {
  return (await listAusWhere(db, sql`namespace.name = ${namespace} and au.auid_sha256 = ${hash}`))[0];
}

export async function countAllAus(db: Kysely<IndexSchema>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from au`.execute(db);
  return rows[0]!.count;
}

async function listAusWhere(db: Kysely<IndexSchema>, condition: RawBuilder<unknown>): Promise<AuLocation[]> {
  const { rows } = await sql<AuLocation>`
    select au.id as "auId", namespace.name as namespace, au.auid, encode(au.auid_sha256, 'hex') as "auidHash"
    from au join namespace on namespace.id = au.namespace_id
    where ${condition}`.execute(db);
  return rows;
}

export interface CandidateQuery {
  readonly auId: number;
  /** Exclusive lower bound of the segment IDs. */
  readonly after: number;
  readonly limit: number;
  /** Segments below this size are candidates. */
  readonly smallBytes: number;
  /** Segments with at least this fraction of dead bytes (0 to 1) are candidates. */
  readonly deadShare: number;
}

/** Returns the candidate segments, ordered by ID. Omits segments that wait for the end of an undo period. */
export async function findCandidates(
  db: Kysely<IndexSchema>,
  query: CandidateQuery,
): Promise<MergeCandidate[]> {
  const { auId, after, limit, smallBytes, deadShare } = query;
  return listCandidatesWhere(
    db,
    sql`au_id = ${auId} and id > ${after} and (size_bytes < ${smallBytes}::float8
      or dead_bytes > 0 and dead_bytes >= ${deadShare}::float8 * size_bytes)
      and ${isNotAwaitingUndo}
    order by id limit ${limit}`,
  );
}

/** Returns a segment regardless of its size and dead bytes, or undefined if it does not exist. */
export async function findCandidate(
  db: Kysely<IndexSchema>,
  id: number,
): Promise<MergeCandidate | undefined> {
  return (await listCandidatesWhere(db, sql`id = ${id}`))[0];
}

interface CandidateRow {
  readonly id: number;
  readonly key: string;
  readonly sizeBytes: number;
  readonly manifestOffset: number | null;
  readonly deadBytes: number;
  readonly records: number;
  readonly recordBytes: number;
  readonly heldRecords: number;
  readonly heldBytes: number;
  readonly keptRecords: number;
  readonly keptBytes: number;
}

// held: records of deleted artifacts whose payload revisits share. kept: records in `kept_record`. A warcinfo record is
// live only while other records of its segment are live, or if it never applied to any record (arrange.ts).
async function listCandidatesWhere(
  db: Kysely<IndexSchema>,
  condition: RawBuilder<unknown>,
): Promise<MergeCandidate[]> {
  const { rows } = await sql<CandidateRow>`
    select segment.id, segment.key, segment.size_bytes as "sizeBytes", segment.manifest_offset as "manifestOffset",
      segment.dead_bytes as "deadBytes", own.records, own.bytes as "recordBytes",
      held.records as "heldRecords", held.bytes as "heldBytes",
      kept.records as "keptRecords", kept.bytes as "keptBytes"
    from (select * from segment where ${condition}) segment
    cross join lateral (
      select count(*) as records,
        coalesce(sum(record_length + companions_before + companions_after), 0)::bigint as bytes
      from artifact where segment_id = segment.id
    ) own
    cross join lateral (
      select count(*) as records, coalesce(sum(payload_length), 0)::bigint as bytes
      from (select distinct payload_offset, payload_length from artifact where payload_segment_id = segment.id) shared
      where not exists (
        select from artifact where segment_id = segment.id and record_offset = shared.payload_offset
      )
    ) held
    cross join lateral (
      select coalesce(sum(record_length), 0)::bigint as bytes,
        count(*) filter (
          where type <> ${keptRecordTypes.warcinfo} or record_offset + record_length = segment.manifest_offset
            or following = record_offset + record_length and following_type = ${keptRecordTypes.warcinfo}
        ) as records
      from (
        select record_offset, record_length, type, lead(record_offset) over place as following,
          lead(type) over place as following_type
        from kept_record where segment_id = segment.id window place as (order by record_offset)
      ) own_kept
    ) kept
    order by segment.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    sizeBytes: row.sizeBytes,
    manifestOffset: row.manifestOffset ?? undefined,
    records: row.records + row.heldRecords + row.keptRecords,
    liveBytes: row.recordBytes + row.heldBytes + row.keptBytes,
    deadBytes: Math.max(0, row.deadBytes - row.heldBytes),
  }));
}

export async function listDeadSegments(db: Kysely<IndexSchema>, auId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from segment where au_id = ${auId} and dead_bytes > 0 order by id`.execute(db);
  return rows.map(({ id }) => id);
}
