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
      payload_id, payload_segment_id, payload_offset, payload_length, payload_crc
    from artifact where payload_segment_id = any(${ids})
    order by payload_segment_id, payload_offset`.execute(db);
  const { rows: kept } = await sql<KeptRecordTable>`
    select * from kept_record where segment_id = any(${ids})`.execute(db);
  const own = new Set(artifacts.map(({ segment_id, record_offset }) => `${segment_id} ${record_offset}`));
  return [
    ...artifacts.map(ofArtifact),
    ...shared.map(ofSharers).filter(({ segmentId, offset }) => !own.has(`${segmentId} ${offset}`)),
    ...kept.map(byItself),
  ].sort((a, b) => a.segmentId - b.segmentId || a.offset - b.offset);
}

function ofArtifact(artifact: ArtifactTable): NeededRecord {
  return {
    segmentId: artifact.segment_id,
    offset: artifact.record_offset,
    length: artifact.record_length,
    crc32: unsignedCrc(artifact.record_crc),
    before: artifact.companions_before,
    after: artifact.companions_after,
    companionsCrc: unsignedCrc(artifact.companions_crc),
    artifact,
    kept: undefined,
    id: artifact.id,
  };
}

interface SharedRow {
  readonly payload_id: string;
  readonly payload_segment_id: number;
  readonly payload_offset: number;
  readonly payload_length: number;
  readonly payload_crc: number | null;
}

/** Nobody asks for the companions of an artifact that is deleted. */
const withoutCompanions = { before: 0, after: 0, companionsCrc: undefined };

function ofSharers(row: SharedRow): NeededRecord {
  return {
    segmentId: row.payload_segment_id,
    offset: row.payload_offset,
    length: row.payload_length,
    crc32: unsignedCrc(row.payload_crc),
    ...withoutCompanions,
    artifact: undefined,
    kept: undefined,
    id: row.payload_id,
  };
}

function byItself(kept: KeptRecordTable): NeededRecord {
  return {
    segmentId: kept.segment_id,
    offset: kept.record_offset,
    length: kept.record_length,
    crc32: unsignedCrc(kept.record_crc),
    ...withoutCompanions,
    artifact: undefined,
    kept,
    id: '',
  };
}
