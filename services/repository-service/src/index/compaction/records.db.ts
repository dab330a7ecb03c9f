// Which records of some segments somebody needs: those of artifacts, and those whose payload revisits share although
// their own artifact is deleted.
import { type Kysely, sql } from 'kysely';
import { numberArray } from '../arrays.ts';
import type { ArtifactTable, IndexSchema } from '../schema.ts';

export interface NeededRecord {
  readonly segmentId: number;
  readonly offset: number;
  readonly length: number;
  /** The CRC-32 of its stored bytes; undefined where it was not written down. */
  readonly crc32: number | undefined;
  /** Undefined for a record that only revisits need. */
  readonly artifact: ArtifactTable | undefined;
  /** The artifact it was stored for. */
  readonly id: string;
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
  const own = new Set(artifacts.map(({ segment_id, record_offset }) => `${segment_id} ${record_offset}`));
  return [
    ...artifacts.map(
      (artifact): NeededRecord => ({
        segmentId: artifact.segment_id,
        offset: artifact.record_offset,
        length: artifact.record_length,
        crc32: unsigned(artifact.record_crc),
        artifact,
        id: artifact.id,
      }),
    ),
    ...shared
      .map(
        (row): NeededRecord => ({
          segmentId: row.payload_segment_id,
          offset: row.payload_offset,
          length: row.payload_length,
          crc32: unsigned(row.payload_crc),
          artifact: undefined,
          id: row.payload_id,
        }),
      )
      .filter(({ segmentId, offset }) => !own.has(`${segmentId} ${offset}`)),
  ].sort((a, b) => a.segmentId - b.segmentId || a.offset - b.offset);
}

interface SharedRow {
  readonly payload_id: string;
  readonly payload_segment_id: number;
  readonly payload_offset: number;
  readonly payload_length: number;
  readonly payload_crc: number | null;
}

function unsigned(crc: number | null): number | undefined {
  return crc === null ? undefined : crc >>> 0;
}
