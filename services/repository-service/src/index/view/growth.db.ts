// Samples of the stored amount: every ten minutes for the last two days (hourly while nothing changes), hourly for the
// last two months, daily before that.
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

export interface GrowthSample {
  readonly atMs: number;
  readonly aus: number;
  readonly artifacts: number;
  /** Payload bytes of all versions of all artifacts. */
  readonly contentBytes: number;
  /** Bytes of all segments, including dead bytes. */
  readonly storedBytes: number;
}

export const GROWTH_SLOT_MS = 600_000;
const SLOTS_A_DAY = 86_400_000 / GROWTH_SLOT_MS;
const SLOTS_AN_HOUR = 6;

/** Current slot, by the database's clock. */
const present = sql`floor(extract(epoch from now()) * 1000 / ${GROWTH_SLOT_MS})::bigint`;

/**
 * Inserts the sample of the current slot, unless it exists or equals the previous sample of the same hour. A sample is
 * the sum of all AUs' counters. Returns whether a sample was inserted.
 */
export async function takeGrowthSample(db: Kysely<IndexSchema>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into growth (slot, aus, artifacts, content_bytes, stored_bytes)
    select ${present}, count(*) filter (where artifact_count > 0), coalesce(sum(artifact_count), 0),
      coalesce(sum(all_versions_bytes), 0), coalesce(sum(warc_bytes), 0)
    from au where not exists (select from growth where slot = ${present})
    having not exists (select from growth where slot = ${present}) and not exists (
      select from (select * from growth order by slot desc limit 1) last
      where last.slot / ${SLOTS_AN_HOUR} = ${present} / ${SLOTS_AN_HOUR}
        and last.aus = count(*) filter (where artifact_count > 0)
        and last.artifacts = coalesce(sum(artifact_count), 0)
        and last.content_bytes = coalesce(sum(all_versions_bytes), 0)
        and last.stored_bytes = coalesce(sum(warc_bytes), 0))
    on conflict (slot) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Thins out older samples: retains the last sample of each hour and, further back, the last sample of each day. */
export async function thinGrowthSamples(db: Kysely<IndexSchema>): Promise<void> {
  await sql`
    delete from growth where slot < ${present} - ${2 * SLOTS_A_DAY} and exists (
      select from growth later where later.slot > growth.slot
        and later.slot / ${SLOTS_AN_HOUR} = growth.slot / ${SLOTS_AN_HOUR})`.execute(db);
  await sql`
    delete from growth where slot < ${present} - ${60 * SLOTS_A_DAY} and exists (
      select from growth later where later.slot > growth.slot
        and later.slot / ${SLOTS_A_DAY} = growth.slot / ${SLOTS_A_DAY})`.execute(db);
}

/** Returns the samples since a time, in ascending order. */
export async function readGrowthSince(
  db: Kysely<IndexSchema>,
  { sinceMs, limit }: { sinceMs: number; limit: number },
): Promise<GrowthSample[]> {
  const { rows } = await sql<GrowthSample>`
    select slot * ${GROWTH_SLOT_MS} as "atMs", aus, artifacts, content_bytes as "contentBytes", stored_bytes as "storedBytes"
    from growth where slot >= ${Math.floor(sinceMs / GROWTH_SLOT_MS)} order by slot desc limit ${limit}`.execute(
    db,
  );
  return rows.reverse();
}

/** Returns the first sample at or after a time. */
export async function findSampleFrom(
  db: Kysely<IndexSchema>,
  fromMs: number,
): Promise<Pick<GrowthSample, 'atMs' | 'storedBytes'> | undefined> {
  const { rows } = await sql<GrowthSample>`
    select slot * ${GROWTH_SLOT_MS} as "atMs", stored_bytes as "storedBytes"
    from growth where slot >= ${Math.floor(fromMs / GROWTH_SLOT_MS)} order by slot limit 1`.execute(db);
  return rows[0];
}
