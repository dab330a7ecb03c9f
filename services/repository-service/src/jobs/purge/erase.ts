// Erases the bytes of purged artifacts: writes the segments they lie in anew without them, and removes the old objects,
// and all others of their AU that wait for removal, at once. Done under the lock of compaction, which nothing else that
// copies records holds then; what was interrupted is done by whoever compacts next.

import type { Database } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import { auPlace, candidate, deadSegments } from '../../index/compaction/candidates.db.ts';
import { hastenRemoval } from '../../index/compaction/retired.db.ts';
import { ConcurrentChangeError } from '../../index/compaction/switch.db.ts';
import { type OpenPurge, openPurges, purgeErased, sharersOf } from '../../index/keeping/purge.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { UnreadableSegmentError } from '../merging/copy.ts';
import { type MergeDeps, mergeSegments } from '../merging/merge.ts';
import { removeRetiredSurely } from '../merging/retired.ts';

export interface EraseDeps extends MergeDeps {
  readonly database: Database<IndexSchema>;
  readonly log: Log;
}

/** Answers how many artifacts' bytes are gone. */
export async function erasePurged(deps: EraseDeps): Promise<number> {
  const open = await openPurges(deps.db);
  let erased = 0;
  for (const [auId, purges] of Map.groupBy(open, (purge) => purge.auId)) {
    erased += await eraseInAu(deps, auId, purges);
  }
  return erased;
}

async function eraseInAu(deps: EraseDeps, auId: number, purges: readonly OpenPurge[]): Promise<number> {
  const ids = purges.map(({ id }) => id);
  const sharers = await sharersOf(deps.db, ids);
  if (sharers.length > 0) {
    deps.log.error(
      { artifacts: sharers.map(({ id }) => id) },
      'bytes of purged artifacts stay: these came meanwhile and share their payload; purge them, too',
    );
    return 0;
  }
  for (const segmentId of await segmentsOf(deps, purges)) {
    if (!(await writeAnew(deps, auId, segmentId))) return 0;
  }
  await hastenRemoval(deps.db, auId);
  await removeRetiredSurely(deps, deps.signal);
  await purgeErased(deps.db, ids);
  return ids.length;
}

/** Where a record lay may not be known, after a rebuild for example: then it is anywhere in its AU. */
async function segmentsOf({ db }: EraseDeps, purges: readonly OpenPurge[]): Promise<number[]> {
  const known = purges.flatMap(({ segmentId }) => (segmentId === null ? [] : [segmentId]));
  const unknown = known.length < purges.length ? await deadSegments(db, purges[0]!.auId) : [];
  return [...new Set([...known, ...unknown])];
}

/** Once more when somebody changes it meanwhile. False: it could not be done, and is to be tried later. */
async function writeAnew(deps: EraseDeps, auId: number, segmentId: number): Promise<boolean> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const segment = await candidate(deps.db, segmentId);
    const au = await auPlace(deps.db, auId);
    if (!segment || !au) return true;
    try {
      await mergeSegments({ ...deps, damagedToo: true }, au, [segment], { graceMs: 0, duringPurge: true });
      return true;
    } catch (error) {
      deps.signal.throwIfAborted();
      if (error instanceof ConcurrentChangeError) continue;
      if (!(error instanceof UnreadableSegmentError)) throw error;
      deps.log.error({ err: error }, 'bytes of purged artifacts stay: what lies beside them cannot be read');
      return false;
    }
  }
  return false;
}

const MOST_TRIES = 10;
