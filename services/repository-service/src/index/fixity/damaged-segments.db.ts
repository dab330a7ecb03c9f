// Finds damaged segments, with the fields that a repair needs.
import { type Kysely, sql } from 'kysely';
import type { CheckedSegment } from '../../domain/live-records.ts';
import { formatTextArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';

export interface DamagedSegment extends CheckedSegment {
  readonly auId: number;
}

/** Returns segments with a faulty object or damaged records, with IDs above `after`, ordered by ID. */
export async function listDamagedSegments(
  db: Kysely<IndexSchema>,
  after: number,
  limit: number,
): Promise<DamagedSegment[]> {
  return listSegmentsWhere(
    db,
    sql`(fault is not null or id in (select segment_id from damage)) and id > ${after} order by id limit ${limit}`,
  );
}

export interface FaultySegment extends CheckedSegment {
  readonly fault: string;
}

/**
 * Returns segments with a faulty object, with IDs above `after`, ordered by ID. `sinceMs`: only faults that were found
 * since that time.
 */
export async function listFaultySegments(
  db: Kysely<IndexSchema>,
  after: number,
  { limit, sinceMs }: { readonly limit: number; readonly sinceMs: number },
): Promise<FaultySegment[]> {
  const { rows } = await sql<Omit<FaultySegment, 'manifestOffset'> & { manifestOffset: number | null }>`
    select id, key, size_bytes as "sizeBytes", manifest_offset as "manifestOffset", fault
    from segment where fault is not null and id > ${after} and ${isFoundSince(sinceMs)} order by id limit ${limit}`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, manifestOffset: row.manifestOffset ?? undefined }));
}

/**
 * Matches faults found by the fixity job (by the time of the check), and faults found by readers (by the time in
 * `kept_record`).
 */
const isFoundSince = (sinceMs: number) => sql`(checked_ms >= ${sinceMs} or exists (
  select from kept_record where segment_id = segment.id and damaged_ms >= ${sinceMs}))`;

/** Returns whether any damage was registered since that time. */
export async function hasDamageSince(db: Kysely<IndexSchema>, sinceMs: number): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from damage where found_ms >= ${sinceMs})
      or exists (select from segment where fault is not null and ${isFoundSince(sinceMs)})
      or exists (select from stray_object where found_ms >= ${sinceMs}) as known`.execute(db);
  return rows[0]!.known;
}

/** Clears the fault, unless it has changed since it was read or damage is registered in `kept_record`. */
export async function clearFault(
  db: Kysely<IndexSchema>,
  { id, fault }: Pick<FaultySegment, 'id' | 'fault'>,
): Promise<void> {
  await sql`
    update segment set fault = null where id = ${id} and fault = ${fault} and not exists (
      select from kept_record where segment_id = ${id} and damaged_ms is not null)`.execute(db);
}

/** Returns the segments with these keys. Ignores unknown keys. */
export async function findSegmentsByKeys(
  db: Kysely<IndexSchema>,
  keys: readonly string[],
): Promise<DamagedSegment[]> {
  return listSegmentsWhere(db, sql`key = any(${formatTextArray(keys)}::text[]) order by id`);
}

async function listSegmentsWhere(
  db: Kysely<IndexSchema>,
  condition: ReturnType<typeof sql>,
): Promise<DamagedSegment[]> {
  const { rows } = await sql<Omit<DamagedSegment, 'manifestOffset'> & { manifestOffset: number | null }>`
    select id, au_id as "auId", key, size_bytes as "sizeBytes", manifest_offset as "manifestOffset"
    from segment where ${condition}`.execute(db);
  return rows.map((row) => ({ ...row, manifestOffset: row.manifestOffset ?? undefined }));
}
