// Which records of some segments somebody needs: those of artifacts with their companions, those whose payload revisits
// share although their own artifact is deleted, and those that are kept by themselves.
import { type Kysely, sql } from 'kysely';
import { numberArray } from '../arrays.ts';
import { unsignedCrc } from '../crc.ts';
import type { ArtifactTable, IndexSchema, KeptRecordTable } from '../schema.ts';

export interface NeededRecord {
  readonly segmentId: number;
  /** Place of the record's own member. */
  readonly offset: number;
  readonly length: number;
  /** The CRC-32 of its stored bytes; undefined where it was not written down. */
  readonly crc32: number | undefined;
  /** Bytes of its companions, directly before it and directly behind it, and the CRC-32 of these. */
  readonly before: number;
  readonly after: number;
  readonly companionsCrc: number | undefined;
  /** Undefined for a record that only revisits need, and for one that is kept by itself. */
  readonly artifact: ArtifactTable | undefined;
  /** Undefined for all but a record that is kept by itself. */
  readonly kept: KeptRecordTable | undefined;
  /** The artifact it was stored for; empty for one that is kept by itself. */
  readonly id: string;
}

/** Where a record lies with its companions: what is copied of it. */
export function stretchOf({ offset, length, before, after }: NeededRecord): {
  offset: number;
  length: number;
} {
  return { offset: offset - before, length: before + length + after };
}

/** In the order of the segments' ids, then of their places. */
export async function neededRecords(
  db: Kysely<IndexSchema>,
  segmentIds: readonly number[],
): Promise<NeededRecord[]> {
  const ids = sql`${numberArray(segmentIds)}::bigint[]`;
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
    ...artifacts.map(ofArtifact),
    // Nobody asks for the companions of an artifact that is deleted.
    ...shared
      .filter(({ segment_id, record_offset }) => !own.has(`${segment_id} ${record_offset}`))
      .map((row) => needed(row, row.payload_id)),
    ...kept.map(byItself),
  ].sort((a, b) => a.segmentId - b.segmentId || a.offset - b.offset);
}

function ofArtifact(artifact: ArtifactTable): NeededRecord {
  return {
    ...needed(artifact, artifact.id),
    before: artifact.companions_before,
    after: artifact.companions_after,
    companionsCrc: unsignedCrc(artifact.companions_crc),
    artifact,
  };
}

interface SharedRow extends PlacedRow {
  readonly payload_id: string;
}

function byItself(kept: KeptRecordTable): NeededRecord {
  return { ...needed(kept, ''), kept };
}

type PlacedRow = Pick<ArtifactTable, 'segment_id' | 'record_offset' | 'record_length' | 'record_crc'>;

/** A record alone, of which nothing but its place is known. */
function needed(row: PlacedRow, id: string): NeededRecord {
  return {
    segmentId: row.segment_id,
    offset: row.record_offset,
    length: row.record_length,
    crc32: unsignedCrc(row.record_crc),
    before: 0,
    after: 0,
    companionsCrc: undefined,
    artifact: undefined,
    kept: undefined,
    id,
  };
}
