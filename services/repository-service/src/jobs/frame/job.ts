// The frame that all jobs share: one replica at a time, resumable, throttled, observable, stopped by a signal. What a job
// does is its own matter; when it is started is schedule.ts's, or the command line's.
import { type Executor, inTransaction, withAdvisoryLock } from '@holdfast/pg-kit';
import type { Progress } from '../../domain/job-progress.ts';
import { beginJob, finishJob, msUntilDue } from '../../index/keeping/jobs.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { type JobDeps, JobRun } from './job-run.ts';

export interface Job {
  /** Names its lock and its row in the table `job`. */
  readonly name: string;
  /** Default: as fast as it goes. */
  readonly bytesPerSecond?: number | undefined;
  /** False: every run begins at the beginning. */
  readonly resumable?: boolean;
  /** One walk, from `run.position` on; resolves at its end. Rejects soon after `run.signal` aborted. */
  work(run: JobRun): Promise<void>;
  /** What becomes true together with the end of a walk: nobody sees the one without the other. */
  conclude?(tx: Executor<IndexSchema>): Promise<void>;
}

export type JobOutcome =
  | { ran: true; progress: Progress }
  /** Another process has the job, or has just done it. */
  | { ran: false };

export interface RunOptions {
  readonly signal: AbortSignal;
  /** Wait for another process that has the job (default: leave it to that one). */
  readonly wait?: boolean;
  /** From the beginning, whatever an interrupted run had reached. */
  readonly afresh?: boolean;
  /** Only when the last walk began so long ago, or was interrupted. */
  readonly periodMs?: number;
}

/** The name of a job's advisory lock, for what must not be done beside it. */
export const jobLock = (name: string) => `job ${name}`;

/**
 * Resolves at the end of the walk; rejects with the signal's reason when it was interrupted (the next run goes on from
 * the last position), with the job's error when it failed (the same).
 */
export async function runJob(deps: JobDeps, job: Job, options: RunOptions): Promise<JobOutcome> {
  const { signal, wait = false, periodMs } = options;
  const { kysely, pool } = deps.database;
  const work = async (held: AbortSignal): Promise<JobOutcome> => {
    if (periodMs !== undefined && (await msUntilDue(kysely, job.name, periodMs)) > 0) return { ran: false };
    return {
      ran: true,
      progress: await walk(deps, job, held, options.afresh === true || job.resumable === false),
    };
  };
  const outcome = await withAdvisoryLock(pool, jobLock(job.name), work, { wait, signal });
  return outcome.acquired ? outcome.result : { ran: false };
}

async function walk(deps: JobDeps, job: Job, signal: AbortSignal, afresh: boolean): Promise<Progress> {
  const { name } = job;
  const db = deps.database.kysely;
  const run = new JobRun(deps, job, await beginJob(db, name, { afresh }), signal);
  deps.observe?.started?.(name, run.progress);
  deps.log.info({ job: name, resumed: run.position !== undefined }, 'a job began');
  try {
    await job.work(run);
    signal.throwIfAborted();
    await inTransaction(db, async (tx) => {
      await job.conclude?.(tx);
      await finishJob(tx, name, run.progress);
    });
  } catch (error) {
    await stopped(deps, run, error);
    throw error;
  }
  deps.observe?.ended?.(name, 'finished');
  deps.log.info({ job: name, ...run.progress }, 'a job came to its end');
  return run.progress;
}

async function stopped({ observe, log }: JobDeps, run: JobRun, error: unknown): Promise<void> {
  const interrupted = run.signal.aborted;
  observe?.ended?.(run.name, interrupted ? 'interrupted' : 'failed');
  if (interrupted) log.info({ job: run.name }, 'a job was interrupted');
  else log.error({ err: error, job: run.name }, 'a job failed');
  const why = error instanceof Error ? error.message : String(error);
  await run.save(interrupted ? undefined : why).catch(() => undefined);
}
