// Erases the old versions of an AU's deleted objects, which a bucket with versioning keeps. Reports the versions that
// object lock protects.
import { type LockedVersion, type ObjectStore, ObjectStoreUnavailableError } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { runInParallel } from '@holdfast/service-kit';
import type { LockedCopy } from '../../domain/locked-copies.ts';
import { findSegmentKey, MANIFESTS_PREFIX } from '../../domain/manifest-copy-keys.ts';
import { findIndexedKeys } from '../../index/keeping/sweep.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { SEGMENTS_PREFIX } from '../sweep/unknown-objects.ts';
import { listAllVersions, listVersionedStores, type VersionedStore } from '../versions/versioned-stores.ts';

export interface VersionFindings {
  /** Versions that the stores refuse to delete. Any of them may contain the bytes of purged artifacts. */
  readonly locked: LockedCopy[];
  /** Reasons why further versions may exist. */
  readonly doubts: string[];
}

interface EraseVersionsDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
  readonly signal: AbortSignal;
}

const ERASED_AT_ONCE = 8;

export async function eraseDeletedVersions(
  { db, store, signal }: EraseVersionsDeps,
  { namespace, auidHash }: { readonly namespace: string; readonly auidHash: string },
): Promise<VersionFindings> {
  const locked: LockedCopy[] = [];
  const doubts: string[] = [];
  for (const one of listVersionedStores(store)) {
    try {
      // If the server does not report whether it keeps versions, list them nevertheless.
      if ((await one.versions.features()).keepsVersions === 'no') continue;
      for (const prefix of [SEGMENTS_PREFIX, MANIFESTS_PREFIX]) {
        const keys = await listDeletedKeys(db, one, `${prefix}${namespace}/${auidHash}/`, signal);
        await runInParallel(keys, ERASED_AT_ONCE, async (key) => {
          signal.throwIfAborted();
          locked.push(...(await one.versions.erase(key)).map((version) => toLockedCopy(one.name, version)));
        });
      }
    } catch (error) {
      if (!(error instanceof ObjectStoreUnavailableError)) throw error;
      doubts.push(`${one.name} cannot be listed: ${error.message}`);
    }
  }
  return { locked, doubts };
}

/** Returns the keys of deleted objects that do not belong to a segment of the index. */
async function listDeletedKeys(
  db: Executor<IndexSchema>,
  store: VersionedStore,
  prefix: string,
  signal: AbortSignal,
): Promise<string[]> {
  const deleted: string[] = [];
  for await (const { key, isLatest, isDeleteMarker } of listAllVersions(store, prefix, signal)) {
    if (isLatest && isDeleteMarker) deleted.push(key);
  }
  const known = await findIndexedKeys(db, deleted.map(findSegmentKey));
  return deleted.filter((key) => !known.has(findSegmentKey(key)));
}

function toLockedCopy(store: string, { key, hasLegalHold, retention, message }: LockedVersion): LockedCopy {
  if (hasLegalHold) return { store, key, reason: 'legal hold' };
  if (!retention) return { store, key, reason: message };
  return { store, key, reason: `${retention.mode} retention`, until: retention.untilMs };
}
