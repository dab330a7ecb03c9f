// The index as fixity reads it: segments in their order, and the records that must be well in them.
import { type Kysely, sql } from 'kysely';
import type { CheckedSegment, UsedRecord } from '../../domain/live-records.ts';
import { numberArray, textArray } from '../arrays.ts';
import { artifactKinds, type IndexSchema } from '../schema.ts';

export async function segmentsAfter(
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

interface UsedRow {
  readonly segment_id: number;
  readonly id: string;
  readonly au_id: number;
  readonly in_payload: boolean;
  readonly record_offset: number;
  readonly record_length: number;
  readonly record_crc: number | null;
  /** Null for a revisit's own record. */
  readonly content_length: number | null;
  readonly sha256: Buffer;
  readonly sha1: Buffer;
  readonly dechunked: boolean;
}

/** By segment. */
export async function usedRecords(
  db: Kysely<IndexSchema>,
  segmentIds: readonly number[],
): Promise<Map<number, UsedRecord[]>> {
  const ids = sql`any(${numberArray(segmentIds)}::bigint[])`;
  const { rows } = await sql<UsedRow>`
    select segment_id, id, au_id, false as in_payload, record_offset, record_length, record_crc,
      case when kind <> ${artifactKinds.revisit} then content_length end as content_length, sha256, sha1, dechunked
    from artifact where segment_id = ${ids}
    union all
    select payload_segment_id, id, au_id, true, payload_offset, payload_length, payload_crc,
      content_length, sha256, sha1, dechunked
    from artifact where payload_segment_id = ${ids}`.execute(db);
  const used = new Map(segmentIds.map((id): [number, UsedRecord[]] => [id, []]));
  for (const row of rows) used.get(row.segment_id)!.push(usedRecord(row));
  return used;
}

function usedRecord(row: UsedRow): UsedRecord {
  const { content_length: lengthBytes, sha256, sha1: storedSha1, dechunked } = row;
  return {
    offset: row.record_offset,
    length: row.record_length,
    crc32: row.record_crc === null ? undefined : row.record_crc >>> 0,
    payload: lengthBytes === null ? undefined : { lengthBytes, sha256, storedSha1, dechunked },
    user: { artifactId: row.id, auId: row.au_id, inPayload: row.in_payload },
  };
}

export async function finishSegments(
  db: Kysely<IndexSchema>,
  checked: readonly { id: number; fault: string | undefined }[],
  checkedMs: number,
): Promise<void> {
  await sql`
    update segment set checked_ms = ${checkedMs}, fault = checked.fault
    from unnest(
      ${numberArray(checked.map(({ id }) => id))}::bigint[],
      ${textArray(checked.map(({ fault }) => fault))}::text[]
    ) checked(id, fault)
    where segment.id = checked.id`.execute(db);
}

/** Artifacts and stored bytes in all, by the AUs' counters. */
export async function storedTotals(db: Kysely<IndexSchema>): Promise<{ items: number; bytes: number }> {
  const { rows } = await sql<{ items: number; bytes: number }>`
    select coalesce(sum(artifact_count), 0)::bigint as items, coalesce(sum(warc_bytes), 0)::bigint as bytes
    from au`.execute(db);
  return rows[0]!;
}
