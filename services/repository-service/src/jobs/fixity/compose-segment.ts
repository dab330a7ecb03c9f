// Composes an intact segment from several stores whose copies are damaged at different records.
import { crc32 } from 'node:zlib';
import { type CopySet, composeCopy, type ObjectStore, type StoreMember } from '@holdfast/object-store';
import type { CheckedSegment } from '../../domain/live-records.ts';
import type { JobRun } from '../frame/job-run.ts';
import { type CheckOutcome, MISSING_OBJECT_FAULT } from './check-segment.ts';

export interface DamagedCopy {
  readonly member: StoreMember;
  readonly found: CheckOutcome;
}

/** Byte range of the segment, and a store in which this range is intact. */
interface IntactRange {
  readonly offset: number;
  readonly length: number;
  readonly from: StoreMember;
}

/**
 * Composes the segment. Returns the store whose object was replaced, and a store that supplied records. Returns
 * undefined if a record is damaged in every store.
 */
export async function composeSegment(
  copies: CopySet,
  run: JobRun,
  { key, sizeBytes }: CheckedSegment,
  damaged: readonly DamagedCopy[],
): Promise<{ target: StoreMember; source: string } | undefined> {
  for (const base of damaged.filter(({ found }) => found.objectFault === undefined)) {
    const pieces = findIntactRanges(base, damaged);
    if (!pieces) continue;
    const readPieces = () => readAll(copies, run, { key, sizeBytes, base: base.member, pieces });
    let sum = 0;
    for await (const chunk of readPieces()) sum = crc32(chunk, sum);
    const bad = { key, kind: 'repair' as const, sizeBytes, crc32: sum };
    const isReplaced = await composeCopy(copies, base.member, bad, readPieces());
    return isReplaced ? { target: base.member, source: pieces[0]!.from.plan.name } : undefined;
  }
  return undefined;
}

/**
 * Returns, for each damaged range of `base`, a store in which the range is intact. The ranges are in ascending order.
 */
function findIntactRanges(base: DamagedCopy, damaged: readonly DamagedCopy[]): IntactRange[] | undefined {
  const others = damaged.filter(({ found }) => found !== base.found && found.fault !== MISSING_OBJECT_FAULT);
  const pieces: IntactRange[] = [];
  for (const { record } of base.found.damaged) {
    const good = others.find(({ found }) => found.damaged.every((one) => one.record !== record));
    if (!good) return undefined;
    pieces.push({ offset: record.offset, length: record.length, from: good.member });
  }
  for (const { range } of base.found.damagedOthers) {
    const good = others.find(({ found }) => found.damagedOthers.every((one) => one.range !== range));
    if (!good) return undefined;
    pieces.push(...range.places.map(({ offset, length }) => ({ offset, length, from: good.member })));
  }
  pieces.sort((a, b) => a.offset - b.offset);
  const overlaps = pieces.some(({ offset }, i) => {
    const before = pieces[i - 1];
    return before !== undefined && before.offset + before.length > offset;
  });
  return pieces.length === 0 || overlaps ? undefined : pieces;
}

async function* readAll(
  copies: CopySet,
  run: JobRun,
  {
    key,
    sizeBytes,
    base,
    pieces,
  }: { key: string; sizeBytes: number; base: StoreMember; pieces: readonly IntactRange[] },
): AsyncGenerator<Buffer, void> {
  const storeOf = (member: StoreMember) => copies.storeNamed(member.plan.name)!;
  let at = 0;
  for (const { offset, length, from } of pieces) {
    yield* readRange(storeOf(base), run, { key, offset: at, length: offset - at });
    yield* readRange(storeOf(from), run, { key, offset, length });
    at = offset + length;
  }
  yield* readRange(storeOf(base), run, { key, offset: at, length: sizeBytes - at });
}

async function* readRange(
  store: ObjectStore,
  run: JobRun,
  { key, offset, length }: { key: string; offset: number; length: number },
): AsyncGenerator<Buffer, void> {
  if (length === 0) return;
  for await (const chunk of await store.read(key, { offset, length, signal: run.signal })) {
    await run.throttle((chunk as Buffer).length);
    yield chunk as Buffer;
  }
}
