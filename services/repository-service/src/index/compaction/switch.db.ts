// The transaction of a merge: under the AU's lock, rows that pointed into some segments point into a new one, and those
// segments are no more. Before it the new object is nobody's, after it the old ones are; there is nothing between.
import { inTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { SegmentsMoved } from '../../domain/journal-entry.ts';
import { manifestCopyOf } from '../../domain/manifest-copy-keys.ts';
import type { Candidate } from '../../domain/merge-choice.ts';
import { numberArray, plainArray } from '../arrays.ts';
import { journaled } from '../aus/au.db.ts';
import { tellMovedDamage } from '../kept-damage.db.ts';
import { type IndexSchema, keptRecordTypes } from '../schema.ts';
import { type NeededRecord, stretchOf } from './records.db.ts';
import { keepAnnounced, retireObjects } from './retired.db.ts';

export interface Copied {
  readonly record: NeededRecord;
  /** In the new segment: of its own member, which its companions lie beside. */
  readonly offset: number;
}

/** The new segment as it lies in the store. */
export interface WrittenSegment {
  readonly key: string;
  readonly sizeBytes: number;
  readonly manifestOffset: number;
  /** When the first of its records was stored. */
  readonly createdMs: number;
  /** Digest of all its bytes. */
  readonly sha256: string;
}

export interface Merge {
  readonly auId: number;
  readonly from: readonly Candidate[];
  /** The segments whose manifests have copies: keys. */
  readonly copies: ReadonlySet<string>;
  /** Undefined when nobody needs anything of them. */
  readonly to: WrittenSegment | undefined;
  readonly copied: readonly Copied[];
  readonly graceMs: number;
  /** Only for what works on the purges of this AU itself. */
  readonly duringPurge: boolean;
  /** What was copied may be damaged; otherwise each record was held to its CRC-32. */
  readonly damagedToo: boolean;
  /** Default: nothing. */
  readonly givenUp?: GivenUp;
}

/** What of some segments is damaged for good, and not kept any longer. */
export interface GivenUp {
  /** Records that are kept by themselves. */
  readonly records: readonly NeededRecord[];
  /** Records whose companions are given up, while they themselves are copied. */
  readonly companionsOf: readonly NeededRecord[];
}

/** What was copied is not what is needed any more; nothing was changed. */
export class ConcurrentChangeError extends Error {
  override name = 'ConcurrentChangeError';

  constructor(how: string) {
    super(`a merge of segments was overtaken: ${how}`);
  }
}

/** Throws ConcurrentChangeError. */
export async function switchSegments(db: Kysely<IndexSchema>, merge: Merge): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lock(tx, merge);
    if (merge.givenUp) await giveUp(tx, merge.givenUp);
    const segmentId = merge.to && (await insertSegment(tx, merge.auId, merge.to));
    const movedBytes =
      segmentId === undefined
        ? 0
        : (await moveRows(tx, segmentId, merge.copied)) + (await moveKept(tx, segmentId, merge));
    await throwIfStillNeeded(tx, merge.from);
    await settleSegments(tx, merge, segmentId, movedBytes);
  });
}

/**
 * The AU first, as every writer does; then the segments, which keeps revisits in other AUs from being given a payload
 * in them at this moment (known.db.ts).
 */
async function lock(tx: Transaction<IndexSchema>, { auId, from, to, duringPurge }: Merge): Promise<void> {
  await sql`select from au where id = ${auId} for update`.execute(tx);
  const ids = idArray(from);
  const { rows } = await sql`select id from segment where id = any(${ids}) order by id for update`.execute(
    tx,
  );
  if (rows.length !== from.length) throw new ConcurrentChangeError('a segment is gone');
  if (to && !(await keepAnnounced(tx, [to.key, manifestCopyOf(to.key)])))
    throw new ConcurrentChangeError('the new object was given up');
  if (duringPurge) return;
  const purges = await sql`select from purge where au_id = ${auId} and erased_at is null limit 1`.execute(tx);
  if (purges.rows.length > 0) throw new ConcurrentChangeError('a purge is under way');
}

async function giveUp(tx: Transaction<IndexSchema>, { records, companionsOf }: GivenUp): Promise<void> {
  if (records.length > 0) {
    await sql`
      delete from kept_record using unnest(${segmentArray(records)}::bigint[], ${offsetArray(records)}::bigint[])
        given_up(segment_id, old_offset)
      where kept_record.segment_id = given_up.segment_id and record_offset = old_offset`.execute(tx);
  }
  if (companionsOf.length > 0) {
    await sql`
      update artifact set companions_before = 0, companions_after = 0, companions_crc = null
      from unnest(${segmentArray(companionsOf)}::bigint[], ${offsetArray(companionsOf)}::bigint[])
        given_up(segment_id, old_offset)
      where artifact.segment_id = given_up.segment_id and record_offset = old_offset`.execute(tx);
  }
  const owners = [...records, ...companionsOf].flatMap(
    (record) => record.kept?.artifact_id ?? (record.id || []),
  );
  if (owners.length === 0) return;
  await sql`
    delete from damage where in_companions and artifact_id = any(${plainArray(owners)}::uuid[])`.execute(tx);
}

const segmentArray = (records: readonly NeededRecord[]) =>
  numberArray(records.map(({ segmentId }) => segmentId));
const offsetArray = (records: readonly NeededRecord[]) => numberArray(records.map(({ offset }) => offset));

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

/** Answers how many bytes of the new segment are those of artifacts' own records and of their companions. */
async function moveRows(
  tx: Transaction<IndexSchema>,
  segmentId: number,
  copied: readonly Copied[],
): Promise<number> {
  const own = copied.filter(({ record }) => record.artifact);
  const { rows } = await sql<{ bytes: number }>`
    with moved as (
      update artifact set segment_id = ${segmentId}, record_offset = place.new_offset
      from unnest(
        ${plainArray(own.map(({ record }) => record.id))}::uuid[], ${numberArray(own.map(({ record }) => record.segmentId))}::bigint[],
        ${numberArray(own.map(({ record }) => record.offset))}::bigint[], ${numberArray(own.map(({ offset }) => offset))}::bigint[]
      ) place(id, segment_id, old_offset, new_offset)
      where artifact.id = place.id and artifact.segment_id = place.segment_id
        and artifact.record_offset = place.old_offset
      returning record_length + companions_before + companions_after as bytes
    ) select coalesce(sum(bytes), 0)::bigint as bytes from moved`.execute(tx);
  await sql`
    update artifact set payload_segment_id = ${segmentId}, payload_offset = place.new_offset
    from unnest(
      ${numberArray(copied.map(({ record }) => record.segmentId))}::bigint[], ${numberArray(copied.map(({ record }) => record.offset))}::bigint[],
      ${numberArray(copied.map(({ offset }) => offset))}::bigint[]
    ) place(segment_id, old_offset, new_offset)
    where payload_segment_id = place.segment_id and payload_offset = place.old_offset`.execute(tx);
  return rows[0]!.bytes;
}

/**
 * Records that are kept by themselves, with their marks of damage unless they were found well. Answers how many bytes of
 * the new segment they are.
 */
async function moveKept(
  tx: Transaction<IndexSchema>,
  segmentId: number,
  { copied, damagedToo }: Pick<Merge, 'copied' | 'damagedToo'>,
): Promise<number> {
  const kept = copied.filter(({ record }) => record.kept);
  if (kept.length === 0) return 0;
  const { rows } = await sql<{ bytes: number }>`
    with moved as (
      update kept_record set segment_id = ${segmentId}, record_offset = place.new_offset,
        damaged_ms = case when ${damagedToo}::boolean then damaged_ms end
      from unnest(
        ${numberArray(kept.map(({ record }) => record.segmentId))}::bigint[],
        ${numberArray(kept.map(({ record }) => record.offset))}::bigint[],
        ${numberArray(kept.map(({ offset }) => offset))}::bigint[]
      ) place(segment_id, old_offset, new_offset)
      where kept_record.segment_id = place.segment_id and record_offset = place.old_offset
      returning record_length
    ) select coalesce(sum(record_length), 0)::bigint as bytes from moved`.execute(tx);
  if (damagedToo) await tellMovedDamage(tx, segmentId);
  return rows[0]!.bytes;
}

/** A revisit may have come meanwhile whose payload was not copied, for example. No warcinfo is needed for itself. */
async function throwIfStillNeeded(tx: Transaction<IndexSchema>, from: readonly Candidate[]): Promise<void> {
  const { rows } = await sql`
    (select from artifact where segment_id = any(${idArray(from)}) limit 1)
    union all (select from artifact where payload_segment_id = any(${idArray(from)}) limit 1)
    union all (
      select from kept_record
      where segment_id = any(${idArray(from)}) and type <> ${keptRecordTypes.warcinfo} limit 1
    )`.execute(tx);
  if (rows.length > 0) throw new ConcurrentChangeError('a record is needed that was not copied');
}

async function settleSegments(
  tx: Transaction<IndexSchema>,
  { auId, from, copies, to, copied, graceMs }: Merge,
  segmentId: number | undefined,
  movedBytes: number,
): Promise<void> {
  const copiedBytes = copied.reduce((bytes, { record }) => bytes + stretchOf(record).length, 0);
  const oldBytes = from.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);
  if (segmentId !== undefined) {
    await sql`update segment set dead_bytes = ${copiedBytes - movedBytes} where id = ${segmentId}`.execute(
      tx,
    );
  }
  // What was damaged there is damaged here.
  await sql`
    update damage set segment_id = ${segmentId ?? null} where segment_id = any(${idArray(from)})
      and ${segmentId !== undefined}`.execute(tx);
  await sql`delete from segment where id = any(${idArray(from)})`.execute(tx);
  await sql`
    with noted as (${journaled(auId, moved({ from, to, copied }))})
    update au set warc_bytes = warc_bytes + ${(to?.sizeBytes ?? 0) - oldBytes} where id = ${auId}`.execute(
    tx,
  );
  const keys = from.map(({ key }) => key);
  const copyKeys = keys.filter((key) => copies.has(key)).map(manifestCopyOf);
  await retireObjects(tx, auId, [...keys, ...copyKeys], graceMs);
}

function moved({ from, to, copied }: Pick<Merge, 'from' | 'to' | 'copied'>): SegmentsMoved {
  const entry = { op: 'moved' as const, from: from.map(({ key }) => key) };
  if (!to) return entry;
  const { key, sizeBytes, manifestOffset } = to;
  return { ...entry, segment: key, sizeBytes, manifestOffset, copied: copiedRuns(from, copied) };
}

type CopiedRuns = NonNullable<SegmentsMoved['copied']>;

/** Records that lay side by side, with their companions, and do so again are one run. */
function copiedRuns(from: readonly Candidate[], copied: readonly Copied[]): CopiedRuns {
  const positions = new Map(from.map(({ id }, position) => [id, position]));
  const runs: CopiedRuns = [];
  for (const { record, offset } of copied) {
    const position = positions.get(record.segmentId)!;
    const stretch = stretchOf(record);
    const last = runs.at(-1);
    if (last && last[0] === position && last[1] + last[3] === stretch.offset) last[3] += stretch.length;
    else runs.push([position, stretch.offset, offset - record.before, stretch.length]);
  }
  return runs;
}

function idArray(segments: readonly Candidate[]) {
  return sql`${numberArray(segments.map(({ id }) => id))}::bigint[]`;
}
