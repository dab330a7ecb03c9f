// Starts a service's jobs on schedule and on request. Every replica tries to start a job; the job's lock lets only one
// replica run it.
import type { StorageSpace } from '@holdfast/service-kit';
import { readMsUntilDue } from '../index/keeping/jobs.db.ts';
import { type Job, runJob } from './frame/job.ts';
import { followJobRequests, type JobRequests } from './frame/job-requests.ts';
import type { JobDeps } from './frame/job-run.ts';

export interface ScheduledJob {
  readonly job: Job;
  /** Milliseconds between the starts of two passes. 0 means that passes start only on request. */
  readonly periodMs: number;
  /** Whether the job frees space. A job that does runs even if a disk is full; all other jobs wait. */
  readonly makesRoom?: boolean;
}

export interface ScheduleDeps extends JobDeps {
  /** If undefined, space is unlimited. */
  readonly room?: StorageSpace;
  /** Interval at which requests are polled, in milliseconds; default 1,000. */
  readonly wishesEveryMs?: number;
}

/** Shortest and longest interval between checks whether a job is due. The longest is also the delay after a failure. */
const OFTENEST_MS = 1_000;
const RAREST_MS = 60_000;

/** Runs the jobs. Resolves when the signal has aborted and every job has stopped. */
export async function runScheduledJobs(
  deps: ScheduleDeps,
  jobs: readonly ScheduledJob[],
  signal: AbortSignal,
): Promise<void> {
  const { database, log, wishesEveryMs } = deps;
  const wishes = followJobRequests({ db: database.kysely, log }, signal, wishesEveryMs);
  await Promise.all([wishes.done, ...jobs.map((one) => keepTo({ ...deps, wishes }, one, signal))]);
}

async function keepTo(
  deps: ScheduleDeps & { wishes: JobRequests },
  one: ScheduledJob,
  signal: AbortSignal,
): Promise<void> {
  const { wishes } = deps;
  const { job, periodMs } = one;
  const room = one.makesRoom ? undefined : deps.room;
  while (!signal.aborted) {
    await room?.untilFree(signal);
    await wishes.untilResumed(job.name, signal);
    const ends = [signal, wishes.pauseOf(job.name), ...(room === undefined ? [] : [room.signal()])];
    const either = AbortSignal.any(ends);
    const waitMs = await runWhenDue(deps, job, periodMs, either).catch((error: unknown) => {
      // The job was stopped. It continues from the same position when there is space again or when it is resumed.
      if (either.aborted) return 0;
      // Errors of the job itself are already logged. This handler covers errors of the database.
      deps.log.warn({ err: error, job: job.name }, 'a job will be tried again');
      return RAREST_MS;
    });
    if (waitMs > 0) await wishes.sleep(job.name, waitMs, signal);
  }
}

/** Returns the milliseconds until the next check. */
async function runWhenDue(deps: JobDeps, job: Job, periodMs: number, signal: AbortSignal): Promise<number> {
  const waitMs = await readMsUntilDue(deps.database.kysely, job.name, periodMs);
  if (waitMs === 0) await runJob(deps, job, { signal, periodMs });
  return Math.min(RAREST_MS, Math.max(OFTENEST_MS, waitMs));
}
