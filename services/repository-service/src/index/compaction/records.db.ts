// Finds the live records of segments: records of artifacts with their companion records (request, metadata), records of
// deleted artifacts whose payload revisits share, and records in `kept_record`.
import { type Kysely, sql } from 'kysely';
import { formatNumberArray } from '../arrays.ts';
import { toUnsignedCrc } from '../crc.ts';
import type { ArtifactTable, IndexSchema, KeptRecordTable } from '../schema.ts';

export interface NeededRecord {
  readonly segmentId: number;
  /** Offset of the record's gzip member in its segment. */
  readonly offset: number;
  readonly length: number;
  /** CRC-32 of the gzip member. Undefined if none was recorded. */
  readonly crc32: number | undefined;
  /** Lengths in bytes of the companion records before and after the record, and the CRC-32 over all of them. */
  readonly before: number;
  readonly after: number;
  readonly companionsCrc: number | undefined;
  /** Row of the artifact. Undefined for a record in `kept_record`, and for a deleted artifact that revisits use. */
  readonly artifact: ArtifactTable | undefined;
  /** Row in `kept_record`. Undefined for all other records. */
  readonly kept: KeptRecordTable | undefined;
  /** Artifact that the record was stored for. Empty for a record in `kept_record`. */
  readonly id: string;
}

/** Returns the byte range of the record and its adjacent companion records, which compaction copies together. */
export function toNeededRange({ offset, length, before, after }: NeededRecord): {
  offset: number;
  length: number;
} {
  return { offset: offset - before, length: before + length + after };
}

/** Returns the live records, ordered by segment ID and offset. */
export async function listNeededRecords(
  db: Kysely<IndexSchema>,
  segmentIds: readonly number[],
): Promise<NeededRecord[]> {
  const ids = sql`${formatNumberArray(segmentIds)}::bigint[]`;
  const { rows: artifacts } = await sql<ArtifactTable>`
    select * from artifact where segment_id = any(${ids})`.execute(db);
  const { rows: shared } = await sql<SharedRow>`
    select distinct on (payload_segment_id, payload_offset)
      payload_id, payload_segment_id as segment_id, payload_offset as record_offset,
      payload_length as record_length, payload_crc as record_crc
    from artifact where payload_segment_id = any(${ids})
    order by payload_segment_id, payload_offset`.execute(db);
  const { rows: kept } = await sql<KeptRecordTable>`
    select * from kept_record where segment_id = any(${ids})`.execute(db);
  const own = new Set(artifacts.map(({ segment_id, record_offset }) => `${segment_id} ${record_offset}`));
  return [
    ...artifacts.map(toNeededArtifact),
    // The companion records of a deleted artifact are dead.
    ...shared
      .filter(({ segment_id, record_offset }) => !own.has(`${segment_id} ${record_offset}`))
      .map((row) => toNeededRecord(row, row.payload_id)),
    ...kept.map(toNeededKeptRecord),
  ].sort((a, b) => a.segmentId - b.segmentId || a.offset - b.offset);
}

function toNeededArtifact(artifact: ArtifactTable): NeededRecord {
  return {
    ...toNeededRecord(artifact, artifact.id),
    before: artifact.companions_before,
    after: artifact.companions_after,
    companionsCrc: toUnsignedCrc(artifact.companions_crc),
    artifact,
  };
}

interface SharedRow extends PlacedRow {
  readonly payload_id: string;
}

function toNeededKeptRecord(kept: KeptRecordTable): NeededRecord {
  return { ...toNeededRecord(kept, ''), kept };
}

type PlacedRow = Pick<ArtifactTable, 'segment_id' | 'record_offset' | 'record_length' | 'record_crc'>;

/** Creates a live record without companion records and without a row. */
function toNeededRecord(row: PlacedRow, id: string): NeededRecord {
  return {
    segmentId: row.segment_id,
    offset: row.record_offset,
    length: row.record_length,
    crc32: toUnsignedCrc(row.record_crc),
    before: 0,
    after: 0,
    companionsCrc: undefined,
    artifact: undefined,
    kept: undefined,
    id,
  };
}
