// Starts jobs on schedule and on request. Every replica tries to start each job; a lock ensures that only one replica
// runs it.
import type { Executor } from '@holdfast/pg-kit';
import type { StorageSpace } from '@holdfast/service-kit';
import { readMsUntilDue } from '../index/keeping/jobs.db.ts';
import type { IndexSchema } from '../index/schema.ts';
import { type Job, runJob } from './frame/job.ts';
import { followJobRequests, type JobRequests } from './frame/job-requests.ts';
import type { JobDeps } from './frame/job-run.ts';

export interface ScheduledJob {
  readonly job: Job;
  /** Milliseconds between the starts of two passes. 0 if passes start only on request. */
  readonly periodMs: number;
  /** Whether the job frees disk space. Such a job runs even if a disk is full. */
  readonly makesRoom?: boolean;
}

export interface ScheduleDeps extends JobDeps {
  /** Checks the free disk space. Undefined if space is not checked. */
  readonly room?: StorageSpace;
  /** Interval at which job requests are polled, in milliseconds. Default: 2,000. */
  readonly requestsEveryMs?: number | undefined;
}

/** Minimum and maximum interval between checks of whether a job is due. */
const OFTENEST_MS = 1_000;
const RAREST_MS = 60_000;
/** Delay after the first failure. Each further failure doubles the delay, up to RAREST_MS. */
const FIRST_RETRY_MS = 5_000;

/** Runs the jobs until the signal aborts. Resolves when every job has stopped. */
export async function runScheduledJobs(
  deps: ScheduleDeps,
  jobs: readonly ScheduledJob[],
  signal: AbortSignal,
): Promise<void> {
  const { database, log, requestsEveryMs } = deps;
  // All polls share one connection. Otherwise, concurrent polls would hold one connection for each job.
  const { kysely: polls } = database.share(1);
  const requests = followJobRequests({ db: polls, log }, signal, requestsEveryMs);
  await Promise.all([
    requests.done,
    ...jobs.map((one) => runOnSchedule({ ...deps, polls, requests }, one, signal)),
  ]);
}

interface JobRunnerDeps extends ScheduleDeps {
  readonly polls: Executor<IndexSchema>;
  readonly requests: JobRequests;
}

async function runOnSchedule(deps: JobRunnerDeps, one: ScheduledJob, signal: AbortSignal): Promise<void> {
  const { requests } = deps;
  const { job, periodMs } = one;
  const room = one.makesRoom ? undefined : deps.room;
  let failures = 0;
  while (!signal.aborted) {
    await room?.untilFree(signal);
    await requests.untilResumed(job.name, signal);
    const ends = [signal, requests.pauseOf(job.name), ...(room === undefined ? [] : [room.signal()])];
    const either = AbortSignal.any(ends);
    let waitMs = 0;
    try {
      waitMs = await runWhenDue(deps, job, periodMs, either);
      failures = 0;
    } catch (error) {
      // If the job was paused, or the disk is full, the job resumes at the same position later.
      if (!either.aborted) {
        // Errors of the job are already logged. This log entry is for database errors.
        deps.log.warn({ err: error, job: job.name }, 'a job failed and will be retried');
        waitMs = Math.min(RAREST_MS, FIRST_RETRY_MS * 2 ** failures++);
      }
    }
    if (waitMs > 0) await requests.sleep(job.name, waitMs, signal);
  }
}

/** Runs the job if it is due. Returns the milliseconds until the next check. */
async function runWhenDue(
  deps: JobRunnerDeps,
  job: Job,
  periodMs: number,
  signal: AbortSignal,
): Promise<number> {
  const waitMs = await readMsUntilDue(deps.polls, job.name, periodMs);
  if (waitMs === 0) await runJob(deps, job, { signal, periodMs });
  return Math.min(RAREST_MS, Math.max(OFTENEST_MS, waitMs));
}
