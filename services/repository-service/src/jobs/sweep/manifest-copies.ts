// Removes manifest copies whose segment no longer exists. A repair that runs while compaction removes the segment can
// write such a copy. The copy names artifacts that may have been purged since.
import type { ObjectInfo } from '@holdfast/object-store';
import { MANIFESTS_PREFIX, toSegmentKey } from '../../domain/manifest-copy-keys.ts';
import { findIndexedKeys } from '../../index/keeping/sweep.db.ts';
import { retireManifestCopies } from '../../index/rebuild/complete.db.ts';
import { readCreationTime } from './objects.ts';
import { findRecordedObjects } from './safety.ts';
import { listObjectPages, type UnknownObjectsDeps } from './unknown-objects.ts';

/**
 * Yields the orphaned copies of each page of the listing that were created and modified before `beforeMs`. Retires them
 * unless this is a dry run; `removeRetiredObjects` then removes them. Skips copies whose segment is in the store,
 * because a merge may be about to record this segment. Skips copies whose segment is in the journal, because the index
 * is then incomplete.
 */
export async function* sweepManifestCopies(
  { db, store }: UnknownObjectsDeps,
  { beforeMs, dryRun }: { beforeMs: number; dryRun: boolean },
): AsyncGenerator<ObjectInfo[]> {
  for await (const { unknown } of listObjectPages({ db, store }, { prefix: MANIFESTS_PREFIX, after: '' })) {
    const retired = await findIndexedKeys(
      db,
      unknown.map(({ key }) => key),
    );
    const orphans: ObjectInfo[] = [];
    for (const copy of unknown) {
      const segmentKey = toSegmentKey(copy.key);
      if (retired.has(copy.key)) continue;
      const createdMs = readCreationTime(segmentKey);
      if (createdMs === undefined || Math.max(createdMs, copy.modifiedMs) >= beforeMs) continue;
      if ((await store.stat(segmentKey)) === undefined) orphans.push(copy);
    }
    const recorded = await findRecordedObjects(
      store,
      orphans.map(({ key }) => toSegmentKey(key)),
    );
    const removable = orphans.filter(({ key }) => !recorded.has(toSegmentKey(key)));
    if (removable.length > 0) {
      if (!dryRun)
        await retireManifestCopies(
          db,
          removable.map(({ key }) => key),
        );
      yield removable;
    }
  }
}
