// Merges small journal objects into larger ones. A busy node writes at least one object per journal interval, and a
// rebuild reads all of them. No line is dropped, because lines are stored nowhere else. Both copies of the merged
// object are durable before the first old object is removed. After a crash, two objects may contain the same lines;
// readers skip repeated IDs.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectInfo } from '@holdfast/object-store';
import { withAdvisoryLock } from '@holdfast/pg-kit';
import { runInParallel } from '@holdfast/service-kit';
import { parseJournalKey, putJournalObject, toJournalCopyKey, toMergedJournalKey } from './objects.ts';
import { listJournalPage, readJournalObject } from './read.ts';
import type { ShipperDeps } from './shipper.ts';

export type MergerDeps = Pick<ShipperDeps, 'database' | 'store' | 'newId' | 'log' | 'room'> & {
  /** Called after each merge with the number of objects that it removed. */
  onMerged?: ((objects: number) => void) | undefined;
};

export interface JournalMergeLimits {
  /** Maximum compressed size of objects to merge, in bytes. */
  readonly smallBytes: number;
  /** Minimum number of small objects to merge. With a lower number, merged objects would be rewritten too often. */
  readonly fewest: number;
  /** Maximum uncompressed size of a merged object, in bytes. Limits memory. */
  readonly textBytes: number;
}

export const journalMergeLimits: JournalMergeLimits = {
  smallBytes: 256 * 1024,
  fewest: 100,
  textBytes: 8 * 1024 * 1024,
};

/** Advisory lock of journal merges. A backup holds it to prevent the removal of journal objects. */
export const JOURNAL_MERGE_LOCK = 'journal merge';

/** Maximum number of objects to consider at once. */
const MAX_AT_ONCE = 1_000;
/** Number of objects read or removed concurrently. */
const WIDTH = 8;

/** Merges the journal every `intervalMs` until the signal aborts. Never rejects. */
export async function mergeJournalPeriodically(
  deps: MergerDeps,
  intervalMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
    await deps.room?.untilFree(signal);
    if (signal.aborted) return;
    await mergeJournal(deps, signal).catch((error: unknown) => {
      if (!signal.aborted)
        deps.log.warn(
          { err: error },
          'small objects of the state journal could not be merged; this will be retried',
        );
    });
  }
}

/** Merges the small objects of the whole journal. Returns false if another replica is merging. */
export async function mergeJournal(
  deps: MergerDeps,
  signal: AbortSignal,
  limits: JournalMergeLimits = journalMergeLimits,
): Promise<boolean> {
  const work = (held: AbortSignal) => mergeAll(deps, held, limits);
  const { acquired } = await withAdvisoryLock(deps.database.pool, JOURNAL_MERGE_LOCK, work, {
    wait: false,
    signal,
  });
  return acquired;
}

async function mergeAll(deps: MergerDeps, held: AbortSignal, limits: JournalMergeLimits): Promise<void> {
  let small: ObjectInfo[] = [];
  for (let after = ''; ; ) {
    const { objects, last } = await listJournalPage(deps.store, after);
    for (const object of objects) {
      if (object.sizeBytes < limits.smallBytes) small.push(object);
      if (small.length < Math.max(MAX_AT_ONCE, limits.fewest)) continue;
      await mergeByEpoch(deps, held, limits, small);
      small = [];
    }
    if (last === undefined) break;
    after = last;
  }
  if (small.length >= limits.fewest) await mergeByEpoch(deps, held, limits, small);
}

/** Merges the objects of each epoch separately, because an object's key contains the epoch of its lines. */
async function mergeByEpoch(
  deps: MergerDeps,
  held: AbortSignal,
  limits: JournalMergeLimits,
  small: readonly ObjectInfo[],
): Promise<void> {
  for (const ofEpoch of Map.groupBy(small, ({ key }) => parseJournalKey(key)?.epoch).values()) {
    if (ofEpoch.length > 1) await mergeObjects(deps, held, limits, ofEpoch);
  }
}

interface MergeGroup {
  readonly keys: string[];
  readonly texts: string[];
  bytes: number;
}

async function mergeObjects(
  deps: MergerDeps,
  held: AbortSignal,
  { textBytes }: JournalMergeLimits,
  objects: readonly ObjectInfo[],
): Promise<void> {
  let group: MergeGroup = { keys: [], texts: [], bytes: 0 };
  for (let at = 0; at < objects.length; at += WIDTH) {
    held.throwIfAborted();
    const keys = objects.slice(at, at + WIDTH).map(({ key }) => key);
    const texts = await Promise.all(keys.map((key) => readJournalObject(deps.store, key, textBytes)));
    for (const [i, text] of texts.entries()) {
      // Do not merge objects that are damaged or larger than expected.
      if (typeof text !== 'object' || !text.text.endsWith('\n')) continue;
      const bytes = Buffer.byteLength(text.text);
      if (group.bytes + bytes > textBytes) {
        await replaceGroup(deps, held, group);
        group = { keys: [], texts: [], bytes: 0 };
      }
      group.keys.push(keys[i]!);
      group.texts.push(text.text);
      group.bytes += bytes;
    }
  }
  await replaceGroup(deps, held, group);
}

async function replaceGroup(
  { store, newId, onMerged }: MergerDeps,
  held: AbortSignal,
  { keys, texts }: MergeGroup,
) {
  if (keys.length < 2) return;
  const key = toMergedJournalKey(keys, newId());
  if (key === undefined) return;
  held.throwIfAborted();
  await putJournalObject(store, key, texts.join(''));
  // Remove the second copy first, because readers derive its key from the first one.
  await runInParallel(keys, WIDTH, async (one) => {
    await store.delete(toJournalCopyKey(one));
    await store.delete(one);
  });
  onMerged?.(keys.length);
}
