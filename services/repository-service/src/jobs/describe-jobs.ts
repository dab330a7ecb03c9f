// Describes jobs for users: their state, the result of the last pass, and the start of the next pass.
import type { Executor } from '@holdfast/pg-kit';
import type { IndexSchema } from '../index/schema.ts';
import { type JobRequest, readJobRequests } from '../index/view/job-requests.db.ts';
import {
  findHeldLocks,
  readStoredJobs,
  type StoredJob,
  type StoredProgress,
} from '../index/view/job-states.db.ts';
import { makeJobLockName } from './frame/job.ts';
import type { JobDefinition, JobId } from './known-jobs.ts';

export interface JobDescription {
  readonly id: JobId;
  readonly state: 'never' | 'running' | 'waiting' | 'paused' | 'interrupted' | 'failed' | 'finished';
  /** Interval between passes, in milliseconds. Absent if the job has no schedule. */
  readonly periodMs?: number;
  readonly mostBytesPerSecond?: number;
  /** Start of the running pass or, if none is running, of the last pass. */
  readonly started?: number;
  readonly finished?: number;
  /** Scheduled start of the next pass. */
  readonly next?: number;
  readonly failure?: string;
  readonly progress?: StoredProgress;
  /** Average rate of the running pass, including the time of interruptions. */
  readonly bytesPerSecond?: number;
  readonly expectedEnd?: number;
  readonly pausedBy?: string;
  readonly pausedSince?: number;
}

interface JobFacts {
  readonly stored: StoredJob | undefined;
  readonly request: JobRequest | undefined;
  readonly held: boolean;
}

export async function describeJobs(
  db: Executor<IndexSchema>,
  jobs: readonly JobDefinition[],
  nowMs: number,
): Promise<JobDescription[]> {
  const locks = jobs.map(({ name }) => makeJobLockName(name));
  const [stored, requests, held] = await Promise.all([
    readStoredJobs(db),
    readJobRequests(db),
    findHeldLocks(db, locks),
  ]);
  return jobs.map((job) =>
    describeJob(
      job,
      {
        stored: stored.find(({ name }) => name === job.name),
        request: requests.find(({ name }) => name === job.name),
        held: held.has(makeJobLockName(job.name)),
      },
      nowMs,
    ),
  );
}

function describeJob(job: JobDefinition, known: JobFacts, nowMs: number): JobDescription {
  const { stored, request } = known;
  const state = determineState(known);
  const pause = request?.paused ? request : undefined;
  return {
    id: job.id,
    state,
    ...(job.periodMs > 0 && { periodMs: job.periodMs }),
    ...(job.mostBytesPerSecond !== undefined && { mostBytesPerSecond: job.mostBytesPerSecond }),
    ...(stored && { started: Math.round(stored.startedMs) }),
    ...(stored?.finishedMs && { finished: Math.round(stored.finishedMs) }),
    ...computeNextRun(job, known, state, nowMs),
    ...(stored?.failure && { failure: stored.failure }),
    ...(stored?.progress && { progress: stored.progress }),
    ...(state === 'running' && computePace(stored)),
    ...(pause?.pausedBy && { pausedBy: pause.pausedBy }),
    ...(pause?.pausedMs && { pausedSince: Math.round(pause.pausedMs) }),
  };
}

/** A held lock proves that the job is running, even if its row in the index has another state. */
function determineState({ stored, request, held }: JobFacts): JobDescription['state'] {
  if (request?.paused) return 'paused';
  if (held) return 'running';
  if (request?.startRequestedMs) return 'waiting';
  if (!stored) return 'never';
  if (stored.failure !== null) return 'failed';
  return stored.finishedMs === null ? 'interrupted' : 'finished';
}

function computeNextRun(
  { periodMs }: JobDefinition,
  { stored }: JobFacts,
  state: JobDescription['state'],
  nowMs: number,
): Pick<JobDescription, 'next'> {
  if (state === 'paused' || state === 'running') return {};
  if (state === 'waiting') return { next: nowMs };
  if (periodMs === 0) return {};
  if (!stored || stored.finishedMs === null) return { next: nowMs };
  return { next: Math.round(stored.startedMs + periodMs) };
}

function computePace(stored: StoredJob | undefined): Pick<JobDescription, 'bytesPerSecond' | 'expectedEnd'> {
  const { bytes, totalBytes } = stored?.progress ?? { bytes: 0 };
  if (!stored || bytes === 0 || stored.updatedMs <= stored.startedMs) return {};
  const bytesPerSecond = Math.round((bytes * 1000) / (stored.updatedMs - stored.startedMs));
  const left = (totalBytes ?? 0) - bytes;
  const isKnown = left > 0 && bytesPerSecond > 0;
  return {
    bytesPerSecond,
    ...(isKnown && { expectedEnd: Math.round(stored.updatedMs + (left * 1000) / bytesPerSecond) }),
  };
}
