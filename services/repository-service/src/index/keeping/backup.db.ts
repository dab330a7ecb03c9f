// What a backup asks of the index, at the one moment that it is of.
import type { Snapshot } from '@holdfast/pg-kit';

export interface SegmentObjectRow {
  readonly key: string;
  readonly sizeBytes: number;
}

/** Every object that rows point into, in the order of the keys' bytes. */
export async function segmentObjectsIn(snapshot: Snapshot): Promise<SegmentObjectRow[]> {
  const { rows } = await snapshot.query<SegmentObjectRow>(
    'select key, size_bytes as "sizeBytes" from segment order by key',
  );
  return rows;
}

/** Whether the index is only being made again, and so does not name all that it should. */
export async function isRebuildingIn(snapshot: Snapshot): Promise<boolean> {
  const { rowCount } = await snapshot.query("select from job where name = 'rebuild' and finished_at is null");
  return rowCount !== 0;
}
