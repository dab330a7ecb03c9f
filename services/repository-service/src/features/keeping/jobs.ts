// What people want of a job, written down so that any replica does it.
import type { Executor } from '@holdfast/pg-kit';
import type { IndexSchema } from '../../index/schema.ts';
import { wishPause, wishResume, wishStart } from '../../index/view/wishes.db.ts';
import type { KnownJob } from '../../jobs/known-jobs.ts';
import { type ShownJob, shownJobs } from '../../jobs/shown-jobs.ts';
import { jobPaused, jobRunning, noSuchJob } from '../errors.ts';

export interface JobsDeps {
  readonly db: Executor<IndexSchema>;
  readonly knownJobs: readonly KnownJob[];
  nowMs(): number;
}

export type JobOrder = 'start' | 'pause' | 'resume';

/** The job as it is then. Throws 404 and, where a job cannot be started, 409. */
export async function orderJob(
  deps: JobsDeps,
  { id, op, by }: { id: string; op: JobOrder; by: string },
): Promise<ShownJob> {
  const job = deps.knownJobs.find((one) => one.id === id);
  if (!job) throw noSuchJob(id);
  const stateNow = async () => (await shownJobs(deps.db, [job], deps.nowMs()))[0]!;
  if (op === 'pause') await wishPause(deps.db, job.name, by);
  if (op === 'resume') await wishResume(deps.db, job.name);
  if (op === 'start') {
    if ((await stateNow()).state === 'running') throw jobRunning(id);
    if (!(await wishStart(deps.db, job.name, by))) throw jobPaused(id);
  }
  return stateNow();
}
