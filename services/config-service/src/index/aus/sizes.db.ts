// Table of AU sizes.
import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';

export interface MeasuredSize {
  readonly auid: string;
  readonly contentBytes: number;
  readonly diskBytes: number;
}

/** Returns configured AUs to measure: first AUs without a size, then AUs measured before `sinceMs`, oldest first. */
export async function selectAusToMeasure(db: Db, sinceMs: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ auid: string }>`
    (select auid from au_configuration as au
      where not exists (select from au_size as size where size.auid = au.auid) limit ${limit})
    union all
    (select auid from au_size as size
      where measured_ms < ${sinceMs} and exists (select from au_configuration as au where au.auid = size.auid)
      order by measured_ms limit ${limit})
    limit ${limit}`.execute(db);
  return rows.map(({ auid }) => auid);
}

/** Stores sizes. Skips AUs that have been removed meanwhile. */
export async function storeSizes(db: Db, sizes: readonly MeasuredSize[], nowMs: number): Promise<void> {
  await sql`
    insert into au_size (auid, content_bytes, disk_bytes, measured_ms)
    select auid, content, disk, ${nowMs}
    from unnest(
      ${sizes.map(({ auid }) => auid)}::text[],
      ${sizes.map(({ contentBytes }) => contentBytes)}::bigint[],
      ${sizes.map(({ diskBytes }) => diskBytes)}::bigint[]
    ) as new (auid, content, disk)
    where exists (select from au_configuration as au where au.auid = new.auid for key share)
    order by auid collate "C"
    on conflict (auid) do update set content_bytes = excluded.content_bytes,
      disk_bytes = excluded.disk_bytes, measured_ms = excluded.measured_ms`.execute(db);
}
