// Starts jobs by the clock, and when somebody wishes it, inside a service. Every replica looks; the lock of each job lets one
// of them do it.
import type { Room } from '@holdfast/service-kit';
import { msUntilDue } from '../index/keeping/jobs.db.ts';
import { type Job, runJob } from './frame/job.ts';
import type { JobDeps } from './frame/job-run.ts';
import { followWishes, type Wishes } from './frame/wishes.ts';

export interface ScheduledJob {
  readonly job: Job;
  /** From the beginning of one walk to that of the next. 0: only when it is wished. */
  readonly periodMs: number;
  /** It goes on while a disk is full; others wait for room. */
  readonly makesRoom?: boolean;
}

export interface ScheduleDeps extends JobDeps {
  /** Undefined: it never runs out. */
  readonly room?: Room;
  /** How often wishes are looked up; default 1,000. */
  readonly wishesEveryMs?: number;
}

/** How often a replica looks, at most and at least; the latter also after a failure. */
const OFTENEST_MS = 1_000;
const RAREST_MS = 60_000;

/** Resolves when the signal has aborted and every job has stopped. */
export async function keepToSchedule(
  deps: ScheduleDeps,
  jobs: readonly ScheduledJob[],
  signal: AbortSignal,
): Promise<void> {
  const { database, log, wishesEveryMs } = deps;
  const wishes = followWishes({ db: database.kysely, log }, signal, wishesEveryMs);
  await Promise.all([wishes.done, ...jobs.map((one) => keepTo({ ...deps, wishes }, one, signal))]);
}

async function keepTo(
  deps: ScheduleDeps & { wishes: Wishes },
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
      // It goes on from where it was as soon as there is room, or it is resumed.
      if (either.aborted) return 0;
      // What the job itself ran into has been told already; this is also for a database that does not answer.
      deps.log.warn({ err: error, job: job.name }, 'a job will be tried again');
      return RAREST_MS;
    });
    if (waitMs > 0) await wishes.sleep(job.name, waitMs, signal);
  }
}

/** Answers how long to wait before looking again. */
async function runWhenDue(deps: JobDeps, job: Job, periodMs: number, signal: AbortSignal): Promise<number> {
  const waitMs = await msUntilDue(deps.database.kysely, job.name, periodMs);
  if (waitMs === 0) await runJob(deps, job, { signal, periodMs });
  return Math.min(RAREST_MS, Math.max(OFTENEST_MS, waitMs));
}
