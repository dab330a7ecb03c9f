// Merges segments of an AU: copies the live records to a new segment, which then replaces the old ones. After a crash,
// either the old objects or the new object are in use and complete; the others are scheduled for removal.
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { readSegmentContents } from '../../content/segments/contents.ts';
import { listManifestCopies } from '../../content/segments/manifest-copy.ts';
import { toManifestCopyKey } from '../../domain/manifest-copy-keys.ts';
import type { MergeCandidate } from '../../domain/merge-choice.ts';
import type { KeptLine } from '../../domain/record/manifest.ts';
import type { ManifestLine } from '../../domain/record/manifest-line.ts';
import type { AuLocation } from '../../index/compaction/candidates.db.ts';
import { listNeededRecords, type NeededRecord } from '../../index/compaction/records.db.ts';
import { abandonPendingObjects, registerPendingObjects } from '../../index/compaction/retired.db.ts';
import {
  ConcurrentChangeError,
  type CopiedRecord,
  type SegmentMerge,
  switchSegments,
  type WrittenSegment,
} from '../../index/compaction/switch.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { makeSegmentKey, type SegmentDeps } from '../../ingest/storing/segment.ts';
import { arrangeRecords } from './arrange.ts';
import { UnreadableSegmentError } from './copy.ts';
import { copyRecords } from './copy-records.ts';
import {
  buildMovedKeptLine,
  buildMovedLine,
  canRebuildLine,
  needsOldKeptLine,
  needsOldLine,
} from './moved-line.ts';
import { isWrittenIntact, MovedSegment } from './moved-segment.ts';
import { copyDamagedRecords, NO_DAMAGE, type SalvagePlan } from './salvage.ts';

export interface MergeDeps extends SegmentDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
  /** Waits until the rate limit allows reading this many more bytes. Throws when the merge must stop. */
  throttle(bytes: number): Promise<void>;
  readonly signal: AbortSignal;
  /** If true, damaged records are copied unchanged. Otherwise, a damaged record aborts the merge. */
  readonly damagedToo?: boolean;
  /** Decides about damaged records. Undefined except in the repair job. */
  readonly salvage?: (needed: readonly NeededRecord[]) => SalvagePlan;
}

export interface SegmentMergeResult {
  /** Key of the new segment. Undefined if the old segments had no live record. */
  readonly key: string | undefined;
  /** Number of bytes in the new segment. */
  readonly bytes: number;
  /** Number of bytes by which the store shrinks. */
  readonly freedBytes: number;
}

/**
 * Merges the segments. Throws ConcurrentChangeError, UnreadableSegmentError and errors of the store. After an error,
 * the old segments are still in use.
 */
export async function mergeSegments(
  deps: MergeDeps,
  au: AuLocation,
  from: readonly MergeCandidate[],
  options: Pick<SegmentMerge, 'graceMs' | 'duringPurge'>,
): Promise<SegmentMergeResult> {
  const needed = await listNeededRecords(
    deps.db,
    from.map(({ id }) => id),
  );
  const { sound, ...salvage } = deps.salvage?.(needed) ?? { ...NO_DAMAGE, sound: needed };
  const ends = new Map(from.map(({ id, manifestOffset }) => [id, manifestOffset]));
  const toCopy: CopyPlan = { from, sound: arrangeRecords(sound, ends), damaged: salvage.damaged };
  const copies = await listManifestCopies(deps.store, au);
  const { damagedToo = false } = deps;
  const merge = { auId: au.auId, from, copies, damagedToo, givenUp: salvage, ...options };
  const oldBytes = from.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);
  if (toCopy.sound.length + toCopy.damaged.length === 0) {
    await switchSegments(deps.db, { ...merge, to: undefined, copied: [] });
    return { key: undefined, bytes: 0, freedBytes: oldBytes };
  }
  const key = makeSegmentKey(au, deps.newId());
  const announced = [key, toManifestCopyKey(key)];
  await registerPendingObjects(deps.db, au.auId, announced);
  try {
    const { to, copied } = await writeSegment(deps, au, key, toCopy);
    await switchSegments(deps.db, { ...merge, to, copied });
    return { key, bytes: to.sizeBytes, freedBytes: oldBytes - to.sizeBytes };
  } catch (error) {
    // Safe even if the outcome of the transaction is unknown: this removes only pending objects, and an object that has
    // become a segment is no longer pending.
    await abandonPendingObjects(deps.db, announced).catch(() => undefined);
    // Delete the objects here if another process removed their pending rows while this process was suspended. No other
    // job would delete them.
    const gone = error instanceof ConcurrentChangeError ? announced : [];
    for (const one of gone) await deps.store.delete(one).catch(() => undefined);
    throw error;
  }
}

interface CopyPlan {
  readonly from: readonly MergeCandidate[];
  /** Intact records, in their new order. */
  readonly sound: readonly NeededRecord[];
  /** Damaged records. They follow the intact ones, which can then be read sequentially. */
  readonly damaged: readonly NeededRecord[];
}

async function writeSegment(
  deps: MergeDeps,
  au: AuLocation,
  key: string,
  toCopy: CopyPlan,
): Promise<{ to: WrittenSegment; copied: CopiedRecord[] }> {
  const oldLines = await readNeededLines(deps, toCopy);
  const segment = await MovedSegment.begin(deps, au, key);
  try {
    const { from, sound, damaged } = toCopy;
    const copied = [
      ...(await copyRecords(deps, segment, { from, records: sound })),
      ...(await copyDamagedRecords(deps, segment, { from, records: damaged })),
    ];
    const lines: string[] = [];
    let createdMs: number | undefined;
    for (const [i, { record, offset }] of copied.entries()) {
      if (record.kept) lines.push(buildMovedKeptLine(record.kept, offset, oldLines.kept.get(record)));
      else {
        const { text, storeMs } = buildMovedLine(record, offset, oldLines.artifacts.get(record));
        createdMs ??= storeMs;
        lines.push(text);
      }
      if (i % 1_000 === 999) await new Promise(setImmediate);
    }
    const to = await segment.close(lines, createdMs);
    await deps.throttle(to.sizeBytes);
    if (!(await isWrittenIntact(deps.store, to, deps.signal))) {
      throw new Error(`the store does not return the bytes that were written as ${key}`);
    }
    return { to, copied };
  } catch (error) {
    await segment.abort();
    throw error;
  }
}

interface OldLines {
  readonly artifacts: Map<NeededRecord, ManifestLine>;
  readonly kept: Map<NeededRecord, KeptLine>;
}

/** Returns the old manifest lines of the records, which contain fields that the rows lack. */
async function readNeededLines(
  { store, signal, salvage }: MergeDeps,
  { from, sound, damaged }: CopyPlan,
): Promise<OldLines> {
  const old: OldLines = { artifacts: new Map(), kept: new Map() };
  const needing = [...sound, ...damaged].filter((record) => !record.kept || needsOldKeptLine(record));
  const wanted = Map.groupBy(needing, ({ segmentId }) => segmentId);
  for (const { id, key, manifestOffset, ...segment } of from) {
    const own = wanted.get(id);
    if (!own) continue;
    // Do not read beyond the end: a damaged object may be truncated.
    const { sizeBytes = 0 } = salvage === undefined ? segment : ((await store.stat(key)) ?? {});
    const object = { key, sizeBytes: Math.min(sizeBytes, segment.sizeBytes), manifestOffset };
    const contents = await readSegmentContents(store, object, { signal });
    const byOffset = new Map(contents.lines.map((line) => [line.offset, line]));
    const keptByOffset = new Map(contents.kept.map((line) => [line.offset, line]));
    for (const record of own) {
      const line = byOffset.get(record.offset);
      const kept = keptByOffset.get(record.offset);
      if (record.kept && kept) old.kept.set(record, kept);
      else if (line) old.artifacts.set(record, line);
      else if (canRebuildLine(record) && (salvage !== undefined || !needsOldLine(record))) continue;
      else throw new UnreadableSegmentError(key, `the record at ${record.offset} is in no manifest`);
    }
  }
  return old;
}
