// Completes a merge in one transaction, under the AU's lock: switches all rows from the old segments to the new one,
// deletes the old segments' rows, and retires their objects.
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { SegmentsMovedEntry } from '../../domain/journal-entry.ts';
import { toManifestCopyKey } from '../../domain/manifest-copy-keys.ts';
import type { MergeCandidate } from '../../domain/merge-choice.ts';
import { formatNumberArray, formatPlainArray } from '../arrays.ts';
import { buildJournalInsert } from '../aus/au.db.ts';
import { forgetDeletedRows } from '../deletion/undo.db.ts';
import { carryOverFault } from '../kept-damage.db.ts';
import { type IndexSchema, keptRecordTypes } from '../schema.ts';
import { type NeededRecord, toNeededRange } from './records.db.ts';
import { confirmPendingObjects, retireObjects } from './retired.db.ts';

export interface CopiedRecord {
  readonly record: NeededRecord;
  /** Offset of the record in the new segment. Its companion records (request, metadata) are adjacent to it. */
  readonly offset: number;
}

/** Object with the new segment. */
export interface WrittenSegment {
  readonly key: string;
  readonly sizeBytes: number;
  readonly manifestOffset: number;
  /** Store time of the oldest record, in milliseconds since 1970. */
  readonly createdMs: number;
  /** SHA-256 of the whole object. */
  readonly sha256: string;
}

export interface SegmentMerge {
  readonly auId: number;
  readonly from: readonly MergeCandidate[];
  /** Keys of the old segments that have a manifest copy. */
  readonly copies: ReadonlySet<string>;
  /** New segment. Undefined if all records of the old segments are dead. */
  readonly to: WrittenSegment | undefined;
  readonly copied: readonly CopiedRecord[];
  readonly graceMs: number;
  /** Whether the caller is the job that carries out the AU's purges. */
  readonly duringPurge: boolean;
  /** Whether copied records may be damaged. Otherwise, all of them were verified against their CRC-32. */
  readonly damagedToo: boolean;
  /** Damaged records to drop, because nothing can restore them. Default: none. */
  readonly givenUp?: AbandonedRecords;
}

/** Damaged records of the old segments that are dropped. */
export interface AbandonedRecords {
  /** Dropped records of `kept_record`. */
  readonly records: readonly NeededRecord[];
  /** Records whose damaged companion records (request, metadata) are dropped. */
  readonly companionsOf: readonly NeededRecord[];
}

/** Thrown if the set of live records changed while they were being copied. The index is unchanged. */
export class ConcurrentChangeError extends Error {
  override name = 'ConcurrentChangeError';

  constructor(how: string) {
    super(`a concurrent change prevented a merge of segments: ${how}`);
  }
}

/** Switches the rows to the new segment. Throws ConcurrentChangeError. */
export async function switchSegments(db: Kysely<IndexSchema>, merge: SegmentMerge): Promise<void> {
  await runInTransaction(db, async (tx) => {
    await lock(tx, merge);
    if (merge.givenUp) await deleteAbandoned(tx, merge.givenUp);
    const segmentId = merge.to && (await insertSegment(tx, merge.auId, merge.to));
    const movedBytes =
      segmentId === undefined
        ? 0
        : (await moveRows(tx, segmentId, merge.copied)) + (await moveKept(tx, segmentId, merge));
    await throwIfStillNeeded(tx, merge.from);
    await replaceSegments(tx, merge, segmentId, movedBytes);
  });
}

/**
 * Locks the AU, like every writer, and then the segments. The segment locks keep revisits of other AUs from sharing a
 * payload in these segments (known-originals.db.ts).
 */
async function lock(
  tx: Transaction<IndexSchema>,
  { auId, from, to, duringPurge }: SegmentMerge,
): Promise<void> {
  await sql`select from au where id = ${auId} for update`.execute(tx);
  const ids = toIdArray(from);
  const { rows } = await sql`select id from segment where id = any(${ids}) order by id for update`.execute(
    tx,
  );
  if (rows.length !== from.length) throw new ConcurrentChangeError('a segment no longer exists');
  if (to && !(await confirmPendingObjects(tx, [to.key, toManifestCopyKey(to.key)])))
    throw new ConcurrentChangeError('the new object was discarded');
  if (duringPurge) return;
  // Ignore a purge that waits only for locked versions of removed objects: no segment contains the purged bytes any
  // more.
  const purges = await sql`
    select from purge where au_id = ${auId} and erased_at is null and locked is null limit 1`.execute(tx);
  if (purges.rows.length > 0) throw new ConcurrentChangeError('a purge is under way');
}

async function deleteAbandoned(
  tx: Transaction<IndexSchema>,
  { records, companionsOf }: AbandonedRecords,
): Promise<void> {
  if (records.length > 0) {
    await sql`
      delete from kept_record using unnest(${toSegmentArray(records)}::bigint[], ${toOffsetArray(records)}::bigint[])
        given_up(segment_id, old_offset)
      where kept_record.segment_id = given_up.segment_id and record_offset = old_offset`.execute(tx);
  }
  if (companionsOf.length > 0) {
    await sql`
      update artifact set companions_before = 0, companions_after = 0, companions_crc = null
      from unnest(${toSegmentArray(companionsOf)}::bigint[], ${toOffsetArray(companionsOf)}::bigint[])
        given_up(segment_id, old_offset)
      where artifact.segment_id = given_up.segment_id and record_offset = old_offset`.execute(tx);
  }
  const owners = [...records, ...companionsOf].flatMap(
    (record) => record.kept?.artifact_id ?? (record.id || []),
  );
  if (owners.length === 0) return;
  await sql`
    delete from damage where in_companions and artifact_id = any(${formatPlainArray(owners)}::uuid[])`.execute(
    tx,
  );
}

const toSegmentArray = (records: readonly NeededRecord[]) =>
  formatNumberArray(records.map(({ segmentId }) => segmentId));
const toOffsetArray = (records: readonly NeededRecord[]) =>
  formatNumberArray(records.map(({ offset }) => offset));

async function insertSegment(
  tx: Transaction<IndexSchema>,
  auId: number,
  to: WrittenSegment,
): Promise<number> {
  const { id } = await tx
    .insertInto('segment')
    .values({
      au_id: auId,
      key: to.key,
      size_bytes: to.sizeBytes,
      manifest_offset: to.manifestOffset,
      created_ms: to.createdMs,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Moves the artifact rows. Returns the size in bytes of their records and companion records in the new segment. */
async function moveRows(
  tx: Transaction<IndexSchema>,
  segmentId: number,
  copied: readonly CopiedRecord[],
): Promise<number> {
  const own = copied.filter(({ record }) => record.artifact);
  const { rows } = await sql<{ bytes: number }>`
    with moved as (
      update artifact set segment_id = ${segmentId}, record_offset = place.new_offset
      from unnest(
        ${formatPlainArray(own.map(({ record }) => record.id))}::uuid[], ${formatNumberArray(own.map(({ record }) => record.segmentId))}::bigint[],
        ${formatNumberArray(own.map(({ record }) => record.offset))}::bigint[], ${formatNumberArray(own.map(({ offset }) => offset))}::bigint[]
      ) place(id, segment_id, old_offset, new_offset)
      where artifact.id = place.id and artifact.segment_id = place.segment_id
        and artifact.record_offset = place.old_offset
      returning record_length + companions_before + companions_after as bytes
    ) select coalesce(sum(bytes), 0)::bigint as bytes from moved`.execute(tx);
  await sql`
    update artifact set payload_segment_id = ${segmentId}, payload_offset = place.new_offset
    from unnest(
      ${formatNumberArray(copied.map(({ record }) => record.segmentId))}::bigint[], ${formatNumberArray(copied.map(({ record }) => record.offset))}::bigint[],
      ${formatNumberArray(copied.map(({ offset }) => offset))}::bigint[]
    ) place(segment_id, old_offset, new_offset)
    where payload_segment_id = place.segment_id and payload_offset = place.old_offset`.execute(tx);
  return rows[0]!.bytes;
}

/**
 * Moves the rows of `kept_record`. Also moves their damage, unless the records were found intact. Returns the size in
 * bytes of their records.
 */
async function moveKept(
  tx: Transaction<IndexSchema>,
  segmentId: number,
  { copied, damagedToo }: Pick<SegmentMerge, 'copied' | 'damagedToo'>,
): Promise<number> {
  const kept = copied.filter(({ record }) => record.kept);
  if (kept.length === 0) return 0;
  const { rows } = await sql<{ bytes: number }>`
    with moved as (
      update kept_record set segment_id = ${segmentId}, record_offset = place.new_offset,
        damaged_ms = case when ${damagedToo}::boolean then damaged_ms end
      from unnest(
        ${formatNumberArray(kept.map(({ record }) => record.segmentId))}::bigint[],
        ${formatNumberArray(kept.map(({ record }) => record.offset))}::bigint[],
        ${formatNumberArray(kept.map(({ offset }) => offset))}::bigint[]
      ) place(segment_id, old_offset, new_offset)
      where kept_record.segment_id = place.segment_id and record_offset = place.old_offset
      returning record_length
    ) select coalesce(sum(record_length), 0)::bigint as bytes from moved`.execute(tx);
  if (damagedToo) await carryOverFault(tx, segmentId);
  return rows[0]!.bytes;
}

/**
 * Throws ConcurrentChangeError if the old segments still contain a live record, for example because a new revisit
 * shares a payload that was not copied. Ignores warcinfo records.
 */
async function throwIfStillNeeded(
  tx: Transaction<IndexSchema>,
  from: readonly MergeCandidate[],
): Promise<void> {
  const { rows } = await sql`
    (select from artifact where segment_id = any(${toIdArray(from)}) limit 1)
    union all (select from artifact where payload_segment_id = any(${toIdArray(from)}) limit 1)
    union all (
      select from kept_record
      where segment_id = any(${toIdArray(from)}) and type <> ${keptRecordTypes.warcinfo} limit 1
    )`.execute(tx);
  if (rows.length > 0) throw new ConcurrentChangeError('a record that is needed was not copied');
}

async function replaceSegments(
  tx: Transaction<IndexSchema>,
  { auId, from, copies, to, copied, graceMs }: SegmentMerge,
  segmentId: number | undefined,
  movedBytes: number,
): Promise<void> {
  const copiedBytes = copied.reduce((bytes, { record }) => bytes + toNeededRange(record).length, 0);
  const oldBytes = from.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);
  if (segmentId !== undefined) {
    await sql`update segment set dead_bytes = ${copiedBytes - movedBytes} where id = ${segmentId}`.execute(
      tx,
    );
  }
  // Move the registered damage, because damaged records were copied unchanged.
  await sql`
    update damage set segment_id = ${segmentId ?? null} where segment_id = any(${toIdArray(from)})
      and ${segmentId !== undefined}`.execute(tx);
  await forgetDeletedRows(tx, toIdArray(from));
  await sql`delete from segment where id = any(${toIdArray(from)})`.execute(tx);
  await sql`
    with noted as (${buildJournalInsert(auId, toMovedEntry({ from, to, copied }))})
    update au set warc_bytes = warc_bytes + ${(to?.sizeBytes ?? 0) - oldBytes} where id = ${auId}`.execute(
    tx,
  );
  const keys = from.map(({ key }) => key);
  const copyKeys = keys.filter((key) => copies.has(key)).map(toManifestCopyKey);
  await retireObjects(tx, auId, [...keys, ...copyKeys], graceMs);
}

function toMovedEntry({
  from,
  to,
  copied,
}: Pick<SegmentMerge, 'from' | 'to' | 'copied'>): SegmentsMovedEntry {
  const entry = { op: 'moved' as const, from: from.map(({ key }) => key) };
  if (!to) return entry;
  const { key, sizeBytes, manifestOffset } = to;
  return { ...entry, segment: key, sizeBytes, manifestOffset, copied: combineCopiedRuns(from, copied) };
}

type CopiedRuns = NonNullable<SegmentsMovedEntry['copied']>;

/** Combines records that are adjacent in both the old and the new segment. */
function combineCopiedRuns(from: readonly MergeCandidate[], copied: readonly CopiedRecord[]): CopiedRuns {
  const positions = new Map(from.map(({ id }, position) => [id, position]));
  const runs: CopiedRuns = [];
  for (const { record, offset } of copied) {
    const position = positions.get(record.segmentId)!;
    const needed = toNeededRange(record);
    const last = runs.at(-1);
    if (last && last[0] === position && last[1] + last[3] === needed.offset) last[3] += needed.length;
    else runs.push([position, needed.offset, offset - record.before, needed.length]);
  }
  return runs;
}

function toIdArray(segments: readonly MergeCandidate[]) {
  return sql`${formatNumberArray(segments.map(({ id }) => id))}::bigint[]`;
}
