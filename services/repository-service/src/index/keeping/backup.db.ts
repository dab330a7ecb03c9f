// Queries of a backup: the objects that its database snapshot refers to, and the time of the last backup.
import type { Executor, Pool, SnapshotTransaction } from '@holdfast/pg-kit';
import { sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

export interface SegmentObjectRow {
  readonly key: string;
  readonly sizeBytes: number;
}

/** Returns the objects of all segments, sorted by key in byte order. */
export async function listSegmentObjects(snapshot: SnapshotTransaction): Promise<SegmentObjectRow[]> {
  const { rows } = await snapshot.query<SegmentObjectRow>(
    'select key, size_bytes as "sizeBytes" from segment order by key',
  );
  return rows;
}

/** Returns whether a rebuild is in progress or interrupted. The index is incomplete then. */
export async function isRebuildingInSnapshot(snapshot: SnapshotTransaction): Promise<boolean> {
  const { rowCount } = await snapshot.query("select from job where name = 'rebuild' and finished_at is null");
  return rowCount !== 0;
}

/** Records the start time of a backup that is now complete. */
export async function recordBackup(pool: Pool, begunMs: number): Promise<void> {
  await pool.query(
    `insert into last_backup (begun_at) values ($1)
     on conflict (is_only) do update set begun_at = greatest(last_backup.begun_at, excluded.begun_at)`,
    [new Date(begunMs)],
  );
}

/** Returns the age of the last backup in seconds, or the age of the index if there was no backup. */
export async function readBackupAge(db: Executor<IndexSchema>): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, extract(epoch from clock_timestamp() - coalesce(
      (select begun_at from last_backup), (select min("timestamp")::timestamptz from repository_migration)
    )))::float8 as seconds`.execute(db);
  return rows[0]!.seconds;
}
