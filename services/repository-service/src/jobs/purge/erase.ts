// Erases the bytes of purged artifacts. Rewrites their segments without these bytes, and immediately removes the old
// objects and all other retired objects of the AU. Runs under the lock of compaction, so no other process copies
// records. The next compaction finishes an interrupted erasure.

import type { Database } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import { formatLockedCopy } from '../../domain/locked-copies.ts';
import { findAuById, findCandidate, listDeadSegments } from '../../index/compaction/candidates.db.ts';
import { makeRemovalDue } from '../../index/compaction/retired.db.ts';
import { ConcurrentChangeError } from '../../index/compaction/switch.db.ts';
import {
  findPayloadSharers,
  listOpenPurges,
  markPurgesErased,
  markPurgesLocked,
  type OpenPurge,
} from '../../index/keeping/purge.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { findCopySet } from '../fixity/segment-copies.ts';
import { UnreadableSegmentError } from '../merging/copy.ts';
import { type MergeDeps, mergeSegments } from '../merging/merge.ts';
import { removeRetiredObjectsAfterBackup } from '../merging/retired.ts';
import { reconcileLegalHolds } from '../versions/legal-holds.ts';
import { findCopiesLeft } from './copies-left.ts';
import { eraseDeletedVersions } from './erase-versions.ts';

export interface EraseDeps extends MergeDeps {
  readonly database: Database<IndexSchema>;
  readonly log: Log;
}

/**
 * Erases the bytes of purged artifacts. Returns the number of artifacts whose bytes were erased. `evenLocked`: also
 * tries the purges that wait for the end of a lock in an object store.
 */
export async function erasePurgedArtifacts(
  deps: EraseDeps,
  { evenLocked = false }: { evenLocked?: boolean } = {},
): Promise<number> {
  const open = await listOpenPurges(deps.db, { evenLocked });
  let erased = 0;
  for (const [auId, purges] of Map.groupBy(open, (purge) => purge.auId)) {
    erased += await eraseInAu(deps, auId, purges);
  }
  return erased;
}

async function eraseInAu(deps: EraseDeps, auId: number, purges: readonly OpenPurge[]): Promise<number> {
  const ids = purges.map(({ id }) => id);
  const sharers = await findPayloadSharers(deps.db, ids);
  if (sharers.length > 0) {
    deps.log.error(
      { artifacts: sharers.map(({ id }) => id) },
      'bytes of purged artifacts remain, because artifacts that were stored meanwhile share their payload; purge these as well',
    );
    return 0;
  }
  for (const segmentId of await listSegmentsToRewrite(deps, purges)) {
    if (!(await rewriteSegment(deps, auId, segmentId))) return 0;
  }
  await makeRemovalDue(deps.db, auId);
  await removeRetiredObjectsAfterBackup(deps, deps.signal);
  if (await isLeftSomewhere(deps, auId, purges)) return 0;
  if (await erasureLeavesVersions(deps, auId, ids)) return 0;
  await markPurgesErased(deps.db, ids);
  return ids.length;
}

/** Returns true if one of several stores may still contain copies; the purge then stays open. */
async function isLeftSomewhere(
  deps: EraseDeps,
  auId: number,
  purges: readonly OpenPurge[],
): Promise<boolean> {
  const { db, store, signal } = deps;
  const copies = findCopySet(store);
  const au = await findAuById(db, auId);
  if (!copies || !au) return false;
  const beforeMs = Math.max(...purges.map(({ orderedMs }) => orderedMs));
  const doubts = await findCopiesLeft({ db, copies, signal }, { ...au, beforeMs });
  if (doubts.length === 0) return false;
  deps.log.error({ copies: doubts }, 'bytes of purged artifacts may remain in some stores');
  return true;
}

/** Erases the versions of deleted objects that buckets keep. Returns true if versions may be left. */
async function erasureLeavesVersions(
  deps: EraseDeps,
  auId: number,
  ids: readonly string[],
): Promise<boolean> {
  const { db, store, signal } = deps;
  const au = await findAuById(db, auId);
  if (!au) return false;
  // Lift legal holds on the old segments. Their artifacts are in new segments now.
  await reconcileLegalHolds(deps, { signal, wait: true });
  const { locked, doubts } = await eraseDeletedVersions({ db, store, signal }, au);
  if (doubts.length > 0) {
    deps.log.error({ stores: doubts }, 'old versions with bytes of purged artifacts may remain');
    return true;
  }
  if (locked.length === 0) return false;
  await markPurgesLocked(db, ids, locked);
  deps.log.warn(
    { auid: au.auid, versions: locked.length, first: formatLockedCopy(locked[0]!) },
    'a purge is not complete: object lock keeps versions that may contain bytes of purged artifacts',
  );
  return true;
}

/**
 * Returns the segments that may contain the records. If the position is unknown, for example after a rebuild, returns
 * all of the AU's segments that have dead bytes.
 */
async function listSegmentsToRewrite({ db }: EraseDeps, purges: readonly OpenPurge[]): Promise<number[]> {
  const known = purges.flatMap(({ segmentId }) => (segmentId === null ? [] : [segmentId]));
  const unknown = known.length < purges.length ? await listDeadSegments(db, purges[0]!.auId) : [];
  return [...new Set([...known, ...unknown])];
}

/** Rewrites the segment. Retries after a concurrent change. Returns false if the rewrite must be retried later. */
async function rewriteSegment(deps: EraseDeps, auId: number, segmentId: number): Promise<boolean> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const segment = await findCandidate(deps.db, segmentId);
    const au = await findAuById(deps.db, auId);
    if (!segment || !au) return true;
    try {
      await mergeSegments({ ...deps, damagedToo: true }, au, [segment], { graceMs: 0, duringPurge: true });
      return true;
    } catch (error) {
      deps.signal.throwIfAborted();
      if (error instanceof ConcurrentChangeError) continue;
      if (!(error instanceof UnreadableSegmentError)) throw error;
      deps.log.error(
        { err: error },
        'bytes of purged artifacts remain, because other records in their segment are unreadable',
      );
      return false;
    }
  }
  return false;
}

const MAX_TRIES = 10;
