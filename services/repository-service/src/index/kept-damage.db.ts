// Registers damage to records without an artifact, in their rows of `kept_record`. Exports omit such records. The
// damage is also recorded as a fault of the segment.
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CheckedRange } from '../domain/checked-ranges.ts';
import { formatKeptRecordFault, isKeptRecordFault } from '../domain/kept-fault.ts';
import { formatNumberArray } from './arrays.ts';
import { toUnsignedCrc } from './crc.ts';
import type { IndexSchema } from './schema.ts';

/** Segment and offset at which the record was read. */
export interface KeptRecordPosition {
  readonly segmentId: number;
  readonly offset: number;
}

export interface FoundKeptDamage extends KeptRecordPosition {
  readonly reason: string;
}

/** Registers damage. Skips records that were moved, and records that belong to an artifact. */
export async function markKeptDamage(
  db: Kysely<IndexSchema>,
  found: readonly FoundKeptDamage[],
  foundMs: number,
): Promise<void> {
  for (const [segmentId, records] of Map.groupBy(found, (one) => one.segmentId)) {
    await runInTransaction(db, async (tx) => {
      const sound = sql`${buildRecordCondition(segmentId, records)} and artifact_id is null and damaged_ms is null`;
      if (!(await touchAu(tx, segmentId, sound))) return;
      await sql`update kept_record set damaged_ms = ${foundMs} where ${sound}`.execute(tx);
      const { offset, reason } = records[0]!;
      await recordFault(tx, segmentId, formatKeptRecordFault(offset, reason));
    });
  }
}

/** Clears the damage that was registered in these segments until `beforeMs`, except for the records in `found`. */
export async function clearKeptDamage(
  db: Kysely<IndexSchema>,
  segmentIds: readonly number[],
  { found, beforeMs }: { found: readonly KeptRecordPosition[]; beforeMs: number },
): Promise<void> {
  const again = new Set(found.map(formatPlaceKey));
  const known = await listMarkedRows(
    db,
    sql`segment.id = any(${formatNumberArray(segmentIds)}::bigint[]) and damaged_ms <= ${beforeMs}`,
  );
  await clearKeptDamageAt(
    db,
    known.filter((place) => !again.has(formatPlaceKey(place))),
  );
}

export async function clearKeptDamageAt(
  db: Kysely<IndexSchema>,
  places: readonly KeptRecordPosition[],
): Promise<void> {
  for (const [segmentId, records] of Map.groupBy(places, (one) => one.segmentId)) {
    await runInTransaction(db, async (tx) => {
      const own = sql`${buildRecordCondition(segmentId, records)} and damaged_ms is not null`;
      if (!(await touchAu(tx, segmentId, own))) return;
      await sql`update kept_record set damaged_ms = null where ${own}`.execute(tx);
      await clearResolvedFault(tx, segmentId);
    });
  }
}

export interface KnownKeptDamage extends KeptRecordPosition {
  readonly key: string;
  readonly range: Pick<CheckedRange, 'crc32'> & {
    readonly places: readonly [CheckedRange['places'][number]];
  };
}

/**
 * Returns the registered damage after the position `after`, ordered by segment and offset. `sinceMs`: only damage that
 * was registered since that time.
 */
export async function listKnownKeptDamage(
  db: Kysely<IndexSchema>,
  after: KeptRecordPosition,
  { limit, sinceMs }: { readonly limit: number; readonly sinceMs: number },
): Promise<KnownKeptDamage[]> {
  const behind = sql`(segment.id, record_offset) > (${after.segmentId}::bigint, ${after.offset}::bigint)`;
  const isRecent = sql`damaged_ms >= ${sinceMs}`;
  const rows = await listMarkedRows(
    db,
    sql`${behind} and ${isRecent} order by segment.id, record_offset limit ${limit}`,
  );
  return rows.map(({ segmentId, offset, length, crc, key }) => {
    return { segmentId, offset, key, range: { places: [{ offset, length }], crc32: toUnsignedCrc(crc) } };
  });
}

/** After compaction: marks the new object as faulty if damage to a moved record is registered. */
export async function carryOverFault(tx: Kysely<IndexSchema>, segmentId: number): Promise<void> {
  const { rows } = await sql<{ offset: number }>`
    select record_offset as "offset" from kept_record where segment_id = ${segmentId} and damaged_ms is not null
    order by record_offset limit 1`.execute(tx);
  if (rows[0])
    await recordFault(
      tx,
      segmentId,
      formatKeptRecordFault(rows[0].offset, 'it was already damaged in its old segment'),
    );
}

interface MarkedRow extends KeptRecordPosition {
  readonly length: number;
  readonly crc: number | null;
  readonly key: string;
}

/** Returns damaged records. Searches only the few faulty segments, because no database index covers the damage. */
async function listMarkedRows(db: Kysely<IndexSchema>, condition: RawBuilder<unknown>): Promise<MarkedRow[]> {
  const { rows } = await sql<MarkedRow>`
    select segment.id as "segmentId", record_offset as "offset", record_length as length, record_crc as crc, segment.key
    from segment join kept_record on kept_record.segment_id = segment.id
    where fault is not null and damaged_ms is not null and ${condition}`.execute(db);
  return rows;
}

function buildRecordCondition(
  segmentId: number,
  records: readonly KeptRecordPosition[],
): RawBuilder<unknown> {
  const offsets = formatNumberArray(records.map(({ offset }) => offset));
  return sql`segment_id = ${segmentId} and record_offset = any(${offsets}::bigint[])`;
}

/**
 * Locks the AU, like every writer, and updates its row so that exports detect the change (export/scope.db.ts). Returns
 * false if none of the records exists.
 */
async function touchAu(
  tx: Kysely<IndexSchema>,
  segmentId: number,
  records: RawBuilder<unknown>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update au set artifact_count = artifact_count
    where id = (select au_id from segment where id = ${segmentId})
      and exists (select from kept_record where ${records})`.execute(tx);
  return numAffectedRows === 1n;
}

async function recordFault(tx: Kysely<IndexSchema>, segmentId: number, fault: string): Promise<void> {
  await sql`update segment set fault = coalesce(fault, ${fault}) where id = ${segmentId}`.execute(tx);
}

async function clearResolvedFault(tx: Kysely<IndexSchema>, segmentId: number): Promise<void> {
  const { rows } = await sql<{ fault: string | null }>`
    select fault from segment where id = ${segmentId} and not exists (
      select from kept_record where segment_id = ${segmentId} and damaged_ms is not null)`.execute(tx);
  const fault = rows[0]?.fault;
  if (typeof fault !== 'string' || !isKeptRecordFault(fault)) return;
  await sql`update segment set fault = null where id = ${segmentId} and fault = ${fault}`.execute(tx);
}

function formatPlaceKey({ segmentId, offset }: KeptRecordPosition): string {
  return `${segmentId} ${offset}`;
}
