// The compaction job: merges small segments and drops dead bytes, AU by AU. First finishes purges, and removes objects
// that earlier merges replaced.

import type { Database } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import { chooseMerges, type MergeCandidate, type MergeLimits } from '../domain/merge-choice.ts';
import {
  type AuLocation,
  countAllAus,
  findCandidates,
  listAusAfter,
} from '../index/compaction/candidates.db.ts';
import { abandonPendingObjects } from '../index/compaction/retired.db.ts';
import { ConcurrentChangeError } from '../index/compaction/switch.db.ts';
import type { IndexSchema } from '../index/schema.ts';
import type { SegmentDeps } from '../ingest/storing/segment.ts';
import type { Job } from './frame/job.ts';
import type { JobRun } from './frame/job-run.ts';
import type { JobSettings } from './frame/settings.ts';
import { UnreadableSegmentError } from './merging/copy.ts';
import { type MergeDeps, mergeSegments } from './merging/merge.ts';
import { removeRetiredObjects } from './merging/retired.ts';
import { erasePurgedArtifacts } from './purge/erase.ts';

export interface CompactionDeps extends SegmentDeps {
  readonly database: Database<IndexSchema>;
  readonly log: Log;
}

export interface CompactionSettings extends MergeLimits {
  /** Time after a merge during which readers may still use the old location of a record, in milliseconds. */
  readonly graceMs: number;
  readonly bytesPerSecond?: number | undefined;
}

/** Name of the job and of its lock. Other jobs that copy records take the same lock. */
export const COMPACTION_NAME = 'compaction';

/** Maximum number of records per merge. */
export const MAX_MERGED_RECORDS = 25_000;

const AUS_AT_ONCE = 200;
const CANDIDATES_AT_ONCE = 20_000;
/** Maximum number of unreadable segments that a merge omits. If there are more, the merge is aborted. */
const MAX_LEFT_OUT = 20;

export function toCompactionSettings(
  settings: Pick<
    JobSettings,
    'segmentBytes' | 'compactionDeadPercent' | 'compactionGraceMs' | 'compactionBytesPerSecond'
  >,
): CompactionSettings {
  return {
    targetBytes: settings.segmentBytes,
    records: MAX_MERGED_RECORDS,
    deadShare: settings.compactionDeadPercent / 100,
    graceMs: settings.compactionGraceMs,
    bytesPerSecond: settings.compactionBytesPerSecond,
  };
}

/** Creates the job. `only`: compacts only this AU, from its first segment. */
export function createCompactionJob(
  deps: CompactionDeps,
  settings: CompactionSettings,
  only?: AuLocation,
): Job {
  return {
    name: COMPACTION_NAME,
    bytesPerSecond: settings.bytesPerSecond,
    work: async (run) => {
      // This process holds the job's lock. A pending object was therefore left by a killed process, or by a process
      // that is about to fail.
      await abandonPendingObjects(deps.database.kysely);
      await removeRetiredObjects(deps, run.signal);
      if (only) await compactAu(deps, settings, run, only);
      else await compactAll(deps, settings, run);
      await removeRetiredObjects(deps, run.signal);
    },
  };
}

async function compactAll(deps: CompactionDeps, settings: CompactionSettings, run: JobRun): Promise<void> {
  const db = deps.database.kysely;
  run.expect({ items: await countAllAus(db) });
  let after = (run.position as { auId: number } | undefined)?.auId ?? 0;
  for (;;) {
    const aus = await listAusAfter(db, after, AUS_AT_ONCE);
    for (const au of aus) {
      await compactAu(deps, settings, run, au);
      run.done({ items: 1 });
      after = au.auId;
      await run.reached({ auId: after });
    }
    if (aus.length < AUS_AT_ONCE) return;
  }
}

async function compactAu(
  deps: CompactionDeps,
  settings: CompactionSettings,
  run: JobRun,
  au: AuLocation,
): Promise<void> {
  const mergeDeps = toMergeDeps(deps, run);
  await erasePurgedArtifacts({ ...deps, ...mergeDeps });
  const query = { auId: au.auId, smallBytes: settings.targetBytes / 2, deadShare: settings.deadShare };
  for (let after = 0; ; ) {
    const candidates = await findCandidates(mergeDeps.db, { ...query, after, limit: CANDIDATES_AT_ONCE });
    for (const group of chooseMerges(candidates, settings)) {
      await mergeReadable(deps, run, mergeDeps, { au, group, graceMs: settings.graceMs });
      await erasePurgedArtifacts({ ...deps, ...mergeDeps });
    }
    if (candidates.length < CANDIDATES_AT_ONCE) return;
    after = candidates.at(-1)!.id;
  }
}

function toMergeDeps(deps: CompactionDeps, run: JobRun): MergeDeps {
  const { store, software, newId, nowMs } = deps;
  const db = deps.database.kysely;
  return { store, software, newId, nowMs, db, signal: run.signal, throttle: (bytes) => run.throttle(bytes) };
}

interface MergeTask {
  readonly au: AuLocation;
  readonly group: readonly MergeCandidate[];
  readonly graceMs: number;
}

/** Merges segments, but omits unreadable segments, which other jobs find and repair. */
async function mergeReadable(
  { log }: CompactionDeps,
  run: JobRun,
  mergeDeps: MergeDeps,
  { au, group, graceMs }: MergeTask,
): Promise<void> {
  let left = group;
  for (let leftOut = 0; left.length > 0 && leftOut <= MAX_LEFT_OUT; leftOut++) {
    try {
      const { bytes, freedBytes } = await mergeSegments(mergeDeps, au, left, { graceMs, duringPurge: false });
      const counts = { 'segments merged': left.length, 'bytes freed': freedBytes };
      run.done({ bytes, counts: bytes > 0 ? { ...counts, 'segments written': 1 } : counts });
      return;
    } catch (error) {
      run.signal.throwIfAborted();
      if (error instanceof ConcurrentChangeError) {
        log.info({ err: error, auid: au.auid }, 'a merge was abandoned and will be retried in the next pass');
        run.done({ counts: { overtaken: 1 } });
        return;
      }
      if (!(error instanceof UnreadableSegmentError)) throw error;
      log.warn({ err: error, segment: error.key }, 'compaction skips an unreadable segment');
      run.done({ counts: { unreadable: 1 } });
      left = left.filter(({ key }) => key !== error.key);
      if (left.length === 1 && left[0]!.deadBytes === 0) return;
    }
  }
}
