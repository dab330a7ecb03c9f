// Checks the copies of objects that are not segments: parts of the state journal, and copies of manifests.
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type ObjectInfo, type ObjectStore, ObjectStoreUnavailableError } from '@holdfast/object-store';
import { toDamageReason } from '../../content/damage-reason.ts';
import { readManifestCopy } from '../../content/segments/manifest-copy.ts';
import { MANIFESTS_PREFIX, toSegmentKey } from '../../domain/manifest-copy-keys.ts';
import type { JobRun } from '../frame/job-run.ts';
import { isJournalKey } from '../journal/objects.ts';
import { MISSING_OBJECT_FAULT } from './check-segment.ts';
import {
  type CheckedStoreKind,
  type CopyCheckDeps,
  type CopyFinding,
  countCopies,
  judgeCopies,
} from './judge-copies.ts';
import { findCopySet } from './segment-copies.ts';

/**
 * An object younger than this may not be in the index yet, because it is written before the transaction that records
 * it. The delay is usually short, but it is longer while a store hangs.
 */
export const MIN_OBJECT_AGE_MS = 3_600_000;
/**
 * Maximum time that writing a small object to all stores takes. Writes to a store that hangs are abandoned after 30
 * seconds.
 */
export const MAX_SMALL_WRITE_MS = 120_000;
const PAGE_SIZE = 1_000;

export function isManifestCopy(key: string): boolean {
  return key.startsWith(MANIFESTS_PREFIX);
}

/**
 * Checks only journal objects and manifest copies: segments are checked by their rows, and other services check their
 * own objects. A young object does not count as missing, because it may not have been written to all stores yet.
 */
export async function checkObjectCopies(
  { copies, run }: CopyCheckDeps,
  { key, sizeBytes }: Pick<ObjectInfo, 'key' | 'sizeBytes'>,
  walked: CheckedStoreKind,
  { isYoung = false } = {},
): Promise<void> {
  if (!isJournalKey(key) && !isManifestCopy(key)) return;
  const read = async (store: ObjectStore): Promise<CopyFinding<undefined>> => {
    const found = await store.stat(key);
    if (!found) return { fault: MISSING_OBJECT_FAULT, isMissing: true, found: undefined };
    await run.throttle(sizeBytes);
    return { fault: await findFault(store, key, run.signal), isMissing: false, found: undefined };
  };
  const isNeeded = async () => (await copies.catalogue.tasksOf(key)).every(({ kind }) => kind !== 'delete');
  const object = { key, read, isNeeded, mayBeMissing: isYoung };
  countCopies(await judgeCopies({ copies, run }, object, walked), run);
}

async function findFault(store: ObjectStore, key: string, signal: AbortSignal): Promise<string | undefined> {
  if (isJournalKey(key)) return findJournalFault(store, key, signal);
  return (await readManifestCopy(store, toSegmentKey(key))) ? undefined : 'it is no manifest';
}

/** Returns the reason why an object of the journal cannot be read; undefined if it can. */
export async function findJournalFault(
  store: ObjectStore,
  key: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    await pipeline(await store.read(key, { signal }), createGunzip(), async (plain) => {
      for await (const _ of plain);
    });
    return undefined;
  } catch (error) {
    if (error instanceof ObjectStoreUnavailableError || signal.aborted) throw error;
    const unreadable = ((error as NodeJS.ErrnoException).code ?? '').startsWith('Z_');
    const reason = unreadable ? 'it cannot be inflated' : toDamageReason(error);
    if (reason === undefined) throw error;
    return reason;
  }
}

/** Checks the copies in stores with the role `archive`, for all objects other than segments. */
export async function checkArchivedObjects(
  { store, nowMs }: { readonly store: ObjectStore; nowMs(): number },
  run: JobRun,
): Promise<void> {
  const copies = findCopySet(store);
  if (!copies) return;
  for (let after = ''; ; ) {
    const objects = await store.list({ after, limit: PAGE_SIZE });
    for (const object of objects) {
      run.signal.throwIfAborted();
      const isYoung = nowMs() - object.modifiedMs < MAX_SMALL_WRITE_MS;
      await checkObjectCopies({ copies, run }, object, 'archive', { isYoung });
    }
    if (objects.length < PAGE_SIZE) return;
    after = objects.at(-1)!.key;
  }
}
