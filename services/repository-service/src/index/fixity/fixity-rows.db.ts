// Index queries of the fixity job: segments in ascending order of ID, and the live records in them.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CheckedRange } from '../../domain/checked-ranges.ts';
import type { CheckedSegment, UsedRecord } from '../../domain/live-records.ts';
import { artifactKinds } from '../../domain/record/fields.ts';
import { formatNumberArray, formatPlainArray, formatTextArray } from '../arrays.ts';
import { toUnsignedCrc } from '../crc.ts';
import type { IndexSchema } from '../schema.ts';

export async function listSegmentsToCheck(
  db: Kysely<IndexSchema>,
  after: number,
  limit: number,
): Promise<CheckedSegment[]> {
  const rows = await db
    .selectFrom('segment')
    .select(['id', 'key', 'size_bytes', 'manifest_offset'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, key, size_bytes, manifest_offset }) => ({
    id,
    key,
    sizeBytes: size_bytes,
    manifestOffset: manifest_offset ?? undefined,
  }));
}

/** Returns whether the segment exists. Compaction deletes segments that it has merged. */
export async function isExistingSegment(
  db: Kysely<IndexSchema>,
  { id }: Pick<CheckedSegment, 'id'>,
): Promise<boolean> {
  const row = await db.selectFrom('segment').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

interface UsedRow {
  readonly segment_id: number;
  readonly id: string;
  readonly au_id: number;
  readonly in_payload: boolean;
  readonly record_offset: number;
  readonly record_length: number;
  readonly record_crc: number | null;
  /** Length of the payload. Null for the own record of a revisit, which has none. */
  readonly content_length: number | null;
  readonly sha256: Buffer;
  readonly sha1: Buffer;
  readonly dechunked: boolean;
}

/** Returns the live records by segment. */
export async function listUsedRecords(
  db: Kysely<IndexSchema>,
  segmentIds: readonly number[],
): Promise<Map<number, UsedRecord[]>> {
  const ids = sql`any(${formatNumberArray(segmentIds)}::bigint[])`;
  const rows = await readUsedRows(db, sql`segment_id = ${ids}`, sql`payload_segment_id = ${ids}`);
  const used = new Map(segmentIds.map((id): [number, UsedRecord[]] => [id, []]));
  for (const row of rows) used.get(row.segment_id)!.push(toUsedRecord(row));
  return used;
}

/** Live records of one segment that certain artifacts need. The segment may contain other live records. */
export interface NeededRecords {
  readonly used: UsedRecord[];
  readonly others: CheckedRange[];
}

/**
 * Returns the records that the artifacts need, grouped by segment: the artifacts' own records, the records whose
 * payload they share, and their companion records.
 */
export async function listNeededRecords(
  db: Kysely<IndexSchema>,
  artifactIds: readonly string[],
): Promise<Map<number, NeededRecords>> {
  const ids = sql`any(${formatPlainArray(artifactIds)}::uuid[])`;
  const needed = new Map<number, NeededRecords>();
  const within = (segmentId: number): NeededRecords => {
    const known = needed.get(segmentId) ?? { used: [], others: [] };
    needed.set(segmentId, known);
    return known;
  };
  const isShared = sql`id = ${ids} and payload_segment_id is not null`;
  for (const row of await readUsedRows(db, sql`id = ${ids}`, isShared)) {
    within(row.segment_id).used.push(toUsedRecord(row));
  }
  for (const row of await readLiveRangeRows(db, sql`id = ${ids}`, sql`artifact_id = ${ids}`)) {
    within(row.segment_id).others.push(toLiveRange(row));
  }
  return needed;
}

async function readUsedRows(
  db: Kysely<IndexSchema>,
  ofArtifacts: RawBuilder<unknown>,
  ofPayloads: RawBuilder<unknown>,
): Promise<UsedRow[]> {
  const { rows } = await sql<UsedRow>`
    select segment_id, id, au_id, false as in_payload, record_offset, record_length, record_crc,
      case when kind <> ${artifactKinds.revisit} then content_length end as content_length, sha256, sha1, dechunked
    from artifact where ${ofArtifacts}
    union all
    select payload_segment_id, id, au_id, true, payload_offset, payload_length, payload_crc,
      content_length, sha256, sha1, dechunked
    from artifact where ${ofPayloads}`.execute(db);
  return rows;
}

function toUsedRecord(row: UsedRow): UsedRecord {
  const { content_length: lengthBytes, sha256, sha1: storedSha1, dechunked } = row;
  return {
    offset: row.record_offset,
    length: row.record_length,
    crc32: toUnsignedCrc(row.record_crc),
    payload: lengthBytes === null ? undefined : { lengthBytes, sha256, storedSha1, dechunked },
    user: { artifactId: row.id, auId: row.au_id, inPayload: row.in_payload },
  };
}

interface LiveRangeRow {
  readonly segment_id: number;
  readonly key: string;
  readonly id: string | null;
  readonly au_id: number | null;
  readonly own_offset: number;
  readonly before_bytes: number;
  readonly after_offset: number;
  readonly after_bytes: number;
  readonly crc: number | null;
}

/**
 * Returns the byte ranges of companion records (request, metadata) and of `kept_record` rows, by segment. Omits
 * segments that have none.
 */
export async function listLiveRanges(
  db: Kysely<IndexSchema>,
  segmentIds: readonly number[],
): Promise<Map<number, CheckedRange[]>> {
  const ofSegments = sql`segment_id = any(${formatNumberArray(segmentIds)}::bigint[])`;
  const rows = Map.groupBy(
    await readLiveRangeRows(db, ofSegments, ofSegments),
    ({ segment_id }) => segment_id,
  );
  return new Map([...rows].map(([id, own]) => [id, own.map(toLiveRange)]));
}

/** Returns the byte ranges of the artifact's companion records. `key`: object key of the segment. */
export async function listArtifactRanges(
  db: Kysely<IndexSchema>,
  id: string,
): Promise<{ key: string; range: CheckedRange }[]> {
  const rows = await readLiveRangeRows(db, sql`id = ${id}`, sql`artifact_id = ${id}`);
  return rows.map((row) => ({ key: row.key, range: toLiveRange(row) }));
}

/** Returns the record in `kept_record` at this offset, or undefined if there is none. */
export async function findKeptRange(
  db: Kysely<IndexSchema>,
  { key, offset }: { key: string; offset: number },
): Promise<{ segmentId: number; range: CheckedRange } | undefined> {
  const isThere = sql`segment_id = (select id from segment where key = ${key}) and record_offset = ${offset}`;
  const [row] = await readLiveRangeRows(db, sql`false`, isThere);
  return row && { segmentId: row.segment_id, range: toLiveRange(row) };
}

async function readLiveRangeRows(
  db: Kysely<IndexSchema>,
  ofArtifacts: RawBuilder<unknown>,
  ofKept: RawBuilder<unknown>,
): Promise<LiveRangeRow[]> {
  const { rows } = await sql<LiveRangeRow>`
    select stretch.*, key from (
      select segment_id, id, au_id, record_offset as own_offset, companions_before::bigint as before_bytes,
        record_offset + record_length as after_offset, companions_after::bigint as after_bytes, companions_crc as crc
      from artifact where ${ofArtifacts} and companions_before + companions_after > 0
      union all
      select kept.segment_id, artifact.id, artifact.au_id, kept.record_offset, 0, kept.record_offset,
        kept.record_length, kept.record_crc
      from (select * from kept_record where ${ofKept}) kept
      left join artifact on artifact.id = kept.artifact_id
    ) stretch
    join segment on segment.id = stretch.segment_id`.execute(db);
  return rows;
}

function toLiveRange(row: LiveRangeRow): CheckedRange {
  const { own_offset: offset, before_bytes: before, after_offset, after_bytes: after, crc } = row;
  return {
    places: [
      ...(before > 0 ? [{ offset: offset - before, length: before }] : []),
      ...(after > 0 ? [{ offset: after_offset, length: after }] : []),
    ],
    crc32: toUnsignedCrc(crc),
    owner:
      row.id === null || row.au_id === null ? undefined : { artifactId: row.id, auId: row.au_id, offset },
  };
}

/**
 * Records the result of a check. The segment remains faulty if damage was registered in `kept_record` during the check
 * (kept-damage.db.ts).
 */
export async function recordSegmentChecks(
  db: Kysely<IndexSchema>,
  checked: readonly { id: number; fault: string | undefined }[],
  checkedMs: number,
): Promise<void> {
  await sql`
    update segment set checked_ms = ${checkedMs}, fault = coalesce(checked.fault, case when segment.fault is not null
      and exists (select from kept_record where segment_id = segment.id and damaged_ms is not null)
      then segment.fault end)
    from unnest(
      ${formatNumberArray(checked.map(({ id }) => id))}::bigint[],
      ${formatTextArray(checked.map(({ fault }) => fault))}::text[]
    ) checked(id, fault)
    where segment.id = checked.id`.execute(db);
}

/** Returns the total numbers of artifacts and stored bytes, from the AUs' counters. */
export async function sumStoredArtifacts(db: Kysely<IndexSchema>): Promise<{ items: number; bytes: number }> {
  const { rows } = await sql<{ items: number; bytes: number }>`
    select coalesce(sum(artifact_count), 0)::bigint as items, coalesce(sum(warc_bytes), 0)::bigint as bytes
    from au`.execute(db);
  return rows[0]!;
}
