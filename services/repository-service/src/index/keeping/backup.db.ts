// Queries of a backup, all in the snapshot of the backup.
import type { Snapshot } from '@holdfast/pg-kit';

export interface SegmentObjectRow {
  readonly key: string;
  readonly sizeBytes: number;
}

/** Returns every object that rows refer to, in byte order of the keys. */
export async function listSegmentObjects(snapshot: Snapshot): Promise<SegmentObjectRow[]> {
  const { rows } = await snapshot.query<SegmentObjectRow>(
    'select key, size_bytes as "sizeBytes" from segment order by key',
  );
  return rows;
}

/** Returns whether a rebuild is in progress, so that the index is incomplete. */
export async function isRebuildingIn(snapshot: Snapshot): Promise<boolean> {
  const { rowCount } = await snapshot.query("select from job where name = 'rebuild' and finished_at is null");
  return rowCount !== 0;
}
