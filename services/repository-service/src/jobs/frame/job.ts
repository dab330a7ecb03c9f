// Framework for jobs. A job runs in one replica at a time, with a rate limit, and reports its progress. An abort signal
// stops the job, which can be resumed later. schedule.ts and the command line start jobs.
import { type Executor, runInTransaction, withAdvisoryLock } from '@holdfast/pg-kit';
import type { Progress } from '../../domain/job-progress.ts';
import { beginJob, finishJob, readMsUntilDue } from '../../index/keeping/jobs.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { type JobDeps, JobRun } from './job-run.ts';

export interface Job {
  /** Name of the job's row in the table `job`. `makeJobLockName` derives the name of the lock. */
  readonly name: string;
  /** Default: no limit. */
  readonly bytesPerSecond?: number | undefined;
  /** If false, an interrupted pass starts again from the beginning. */
  readonly resumable?: boolean;
  /** Runs one pass from `run.position` to the end. Rejects soon after `run.signal` aborts. */
  work(run: JobRun): Promise<void>;
  /** Called in the transaction that records the end of the pass. */
  conclude?(tx: Executor<IndexSchema>): Promise<void>;
}

export type JobOutcome =
  | { ran: true; progress: Progress }
  /** Another process is running the job or has recently run it. */
  | { ran: false };

export interface RunOptions {
  readonly signal: AbortSignal;
  /** Whether to wait if another process is running the job. Default: return immediately. */
  readonly wait?: boolean;
  /** Starts from the beginning even if an interrupted pass has saved its position. */
  readonly afresh?: boolean;
  /** Runs only if the job was never run, was interrupted, is requested, or last started at least this long ago. */
  readonly periodMs?: number;
}

/** Returns the name of a job's advisory lock. Work that must not overlap with the job can take this lock. */
export const makeJobLockName = (name: string) => `job ${name}`;

/**
 * Runs the job and resolves at the end of the pass. Rejects with the signal's reason if the job was interrupted, or
 * with the job's error. The next run resumes at the last saved position.
 */
export async function runJob(deps: JobDeps, job: Job, options: RunOptions): Promise<JobOutcome> {
  const { signal, wait = false, periodMs } = options;
  const { kysely, pool } = deps.database;
  const work = async (held: AbortSignal): Promise<JobOutcome> => {
    if (periodMs !== undefined && (await readMsUntilDue(kysely, job.name, periodMs)) > 0)
      return { ran: false };
    return {
      ran: true,
      progress: await runJobWork(deps, job, held, options.afresh === true || job.resumable === false),
    };
  };
  const outcome = await withAdvisoryLock(pool, makeJobLockName(job.name), work, { wait, signal });
  return outcome.acquired ? outcome.result : { ran: false };
}

async function runJobWork(deps: JobDeps, job: Job, signal: AbortSignal, afresh: boolean): Promise<Progress> {
  const { name } = job;
  const db = deps.database.kysely;
  const run = new JobRun(deps, job, await beginJob(db, name, { afresh }), signal);
  deps.observe?.started?.(name, run.progress);
  deps.log.info({ job: name, resumed: run.position !== undefined }, 'a job started');
  try {
    await job.work(run);
    signal.throwIfAborted();
    await runInTransaction(db, async (tx) => {
      await job.conclude?.(tx);
      await finishJob(tx, name, run.progress);
    });
  } catch (error) {
    await reportStop(deps, run, error);
    throw error;
  }
  deps.observe?.ended?.(name, 'finished');
  deps.log.info({ job: name, ...run.progress }, 'a job finished');
  return run.progress;
}

async function reportStop({ observe, log }: JobDeps, run: JobRun, error: unknown): Promise<void> {
  const interrupted = run.signal.aborted;
  observe?.ended?.(run.name, interrupted ? 'interrupted' : 'failed');
  if (interrupted) log.info({ job: run.name }, 'a job was interrupted');
  else log.error({ err: error, job: run.name }, 'a job failed');
  const why = error instanceof Error ? error.message : String(error);
  await run.save(interrupted ? undefined : why).catch(() => undefined);
}
