// Finds objects in the store that the index lacks. Also reads all journal objects: a rebuild needs them, but no segment
// row refers to them.

import type { ObjectInfo, ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { runInParallel } from '@holdfast/service-kit';
import { toSegmentKey } from '../../domain/manifest-copy-keys.ts';
import {
  deleteStrayObjectsBefore,
  findReferencedKeys,
  recordStrayObjects,
  type StrayObject,
} from '../../index/fixity/stray-objects.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import type { JobRun } from '../frame/job-run.ts';
import { isJournalKey, isUnindexedKey, replaceJournalObject, toJournalCopyKey } from '../journal/objects.ts';
import { readJournalObject } from '../journal/read.ts';
import { checkManifestCopy } from './manifest-copies.ts';
import {
  checkObjectCopies,
  findJournalFault,
  isManifestCopy,
  MAX_SMALL_WRITE_MS,
  MIN_OBJECT_AGE_MS,
  OBJECTS_IN_PARALLEL,
} from './object-copies.ts';
import { findCopySet } from './segment-copies.ts';

/** Number of objects after which the position is saved. Limits the work that is repeated after a crash. */
const PAGE_SIZE = 250;

interface StrayDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
  nowMs(): number;
}

export async function findStrayObjects(
  { db, store, nowMs }: StrayDeps,
  run: JobRun,
  walk: { startedMs: number; afterKey: string; reached(afterKey: string): Promise<void> },
): Promise<void> {
  const copies = findCopySet(store);
  for (let after = walk.afterKey; ; ) {
    const objects = await store.list({ after, limit: PAGE_SIZE });
    const named = await findReferencedKeys(
      db,
      objects.map(({ key }) => (isManifestCopy(key) ? toSegmentKey(key) : key)),
    );
    const strays: StrayObject[] = [];
    await runInParallel(objects, OBJECTS_IN_PARALLEL, async (object) => {
      run.signal.throwIfAborted();
      const isYoung = nowMs() - object.modifiedMs < MAX_SMALL_WRITE_MS;
      const isIntact =
        copies !== undefined && (await checkObjectCopies({ copies, run }, object, 'ordinary', { isYoung }));
      const reason = await findStrayReason(store, run, object, { named, nowMs: nowMs(), isIntact });
      if (reason !== undefined) strays.push({ ...object, reason });
    });
    await recordStrayObjects(db, strays, nowMs());
    if (strays.length > 0) run.done({ counts: { 'stray objects': strays.length } });
    after = objects.at(-1)?.key ?? after;
    if (objects.length < PAGE_SIZE) break;
    await walk.reached(after);
  }
  await deleteStrayObjectsBefore(db, walk.startedMs);
}

async function findStrayReason(
  store: ObjectStore,
  run: JobRun,
  object: ObjectInfo,
  { named, nowMs, isIntact }: { named: ReadonlySet<string>; nowMs: number; isIntact: boolean },
): Promise<string | undefined> {
  const { key } = object;
  if (named.has(key) || isUnindexedKey(key)) return undefined;
  const old = nowMs - object.modifiedMs >= MIN_OBJECT_AGE_MS;
  if (isManifestCopy(key) && named.has(toSegmentKey(key)))
    return isIntact ? undefined : checkManifestCopy(store, run, object);
  if (isJournalKey(key)) return repairJournalObject(store, run, object, { old, isIntact });
  return old ? 'the index does not reference it' : undefined;
}

/**
 * Replaces a damaged journal object with its second copy, and creates a missing second copy. Returns the fault if this
 * is impossible. `old`: whether the object is so old that no process can still be merging it or writing its copy.
 * `isIntact`: whether an intact copy was just read.
 */
async function repairJournalObject(
  store: ObjectStore,
  run: JobRun,
  { key, sizeBytes }: ObjectInfo,
  { old, isIntact }: { old: boolean; isIntact: boolean },
): Promise<string | undefined> {
  if (!isIntact) await run.throttle(sizeBytes);
  const reason = isIntact ? undefined : await findJournalFault(store, { key, sizeBytes }, run.signal);
  const wanting =
    reason !== undefined
      ? key
      : old && !(await store.stat(toJournalCopyKey(key)))
        ? toJournalCopyKey(key)
        : undefined;
  if (wanting === undefined) return undefined;
  const whole = await readJournalObject(store, key);
  if (typeof whole === 'object') {
    await replaceJournalObject(store, wanting, whole.text);
    run.log.warn({ key: wanting, reason }, 'an object of the state journal was restored from its copy');
    run.done({ counts: { 'journal objects made again': 1 } });
    return undefined;
  }
  return whole === 'damaged' ? `a part of the state journal is damaged: ${reason}` : undefined;
}
