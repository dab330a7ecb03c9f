// Checks objects that are not segments in all stores: journal objects and manifest copies.
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import { type ObjectInfo, type ObjectStore, ObjectStoreUnavailableError } from '@holdfast/object-store';
import { runInParallel } from '@holdfast/service-kit';
import { toDamageReason } from '../../content/damage-reason.ts';
import { readManifestCopy } from '../../content/segments/manifest-copy.ts';
import { MANIFESTS_PREFIX, toSegmentKey } from '../../domain/manifest-copy-keys.ts';
import type { JobRun } from '../frame/job-run.ts';
import { isJournalKey } from '../journal/objects.ts';
import {
  assessCopies,
  type CheckedStoreKind,
  type CopyCheckDeps,
  type CopyFinding,
  countCopies,
} from './assess-copies.ts';
import { MISSING_OBJECT_FAULT } from './check-segment.ts';
import { findCopySet } from './segment-copies.ts';

/**
 * Minimum age at which the index must contain an object. Each object is written before the transaction that records it,
 * and writing takes long while a store hangs.
 */
export const MIN_OBJECT_AGE_MS = 3_600_000;
/** Maximum time for writing a small object to all stores. Writes to a hanging store are aborted after 30 seconds. */
export const MAX_SMALL_WRITE_MS = 60_000;
/** Number of small objects that are checked concurrently. A check mostly waits for the stores. */
export const OBJECTS_IN_PARALLEL = 8;
const PAGE_SIZE = 1_000;
const SMALL_BYTES = 64 * 1024;
const inflate = promisify(gunzip);

export function isManifestCopy(key: string): boolean {
  return key.startsWith(MANIFESTS_PREFIX);
}

/**
 * Checks a journal object or manifest copy in all stores. Skips segments, which the fixity job checks by their index
 * rows, and objects of other services. A young object does not count as missing, because it may still be written to
 * some stores. Returns whether an intact copy was found or made.
 */
export async function checkObjectCopies(
  { copies, run }: CopyCheckDeps,
  { key, sizeBytes }: Pick<ObjectInfo, 'key' | 'sizeBytes'>,
  walked: CheckedStoreKind,
  { isYoung = false } = {},
): Promise<boolean> {
  if (!isJournalKey(key) && !isManifestCopy(key)) return false;
  const read = async (store: ObjectStore): Promise<CopyFinding<undefined>> => {
    const found = await store.stat(key);
    if (!found) return { fault: MISSING_OBJECT_FAULT, isMissing: true, found: undefined };
    await run.throttle(sizeBytes);
    return { fault: await findFault(store, found, run.signal), isMissing: false, found: undefined };
  };
  const isNeeded = async () => (await copies.catalogue.tasksOf(key)).every(({ kind }) => kind !== 'delete');
  const object = { key, read, isNeeded, mayBeMissing: isYoung };
  const assessed = await assessCopies({ copies, run }, object, walked);
  countCopies(assessed, run);
  return assessed.copies.some(({ fault, source }) => fault === undefined || source !== undefined);
}

async function findFault(
  store: ObjectStore,
  { key, sizeBytes }: Pick<ObjectInfo, 'key' | 'sizeBytes'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (isJournalKey(key)) return findJournalFault(store, { key, sizeBytes }, signal);
  return (await readManifestCopy(store, toSegmentKey(key))) ? undefined : 'it is not a manifest';
}

/** Returns the reason why a journal object is unreadable, or undefined if it is readable. */
export async function findJournalFault(
  store: ObjectStore,
  { key, sizeBytes }: Pick<ObjectInfo, 'key' | 'sizeBytes'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    // Most journal objects are small. Reading a small object at once takes a fraction of the time that streaming takes.
    if (sizeBytes <= SMALL_BYTES)
      await inflate(await store.readBytes(key, { offset: 0, length: sizeBytes, signal }));
    else
      await pipeline(await store.read(key, { signal }), createGunzip(), async (plain) => {
        for await (const _ of plain);
      });
    return undefined;
  } catch (error) {
    if (error instanceof ObjectStoreUnavailableError || signal.aborted) throw error;
    const unreadable = ((error as NodeJS.ErrnoException).code ?? '').startsWith('Z_');
    const reason = unreadable ? 'it cannot be decompressed' : toDamageReason(error);
    if (reason === undefined) throw error;
    return reason;
  }
}

/** Checks journal objects and manifest copies in the stores with the role `archive`. */
export async function checkArchivedObjects(
  { store, nowMs }: { readonly store: ObjectStore; nowMs(): number },
  run: JobRun,
): Promise<void> {
  const copies = findCopySet(store);
  if (!copies) return;
  for (let after = ''; ; ) {
    const objects = await store.list({ after, limit: PAGE_SIZE });
    await runInParallel(objects, OBJECTS_IN_PARALLEL, async (object) => {
      run.signal.throwIfAborted();
      const isYoung = nowMs() - object.modifiedMs < MAX_SMALL_WRITE_MS;
      await checkObjectCopies({ copies, run }, object, 'archive', { isYoung });
    });
    if (objects.length < PAGE_SIZE) return;
    after = objects.at(-1)!.key;
  }
}
