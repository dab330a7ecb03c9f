// The job of requested fixity checks. Works on the open checks step by step, so that a short check need not wait for
// the end of a long one. One replica at a time runs the job; a restart continues at the last recorded step.
import { setTimeout as sleep } from 'node:timers/promises';
import { type ObjectStore, ObjectStoreUnavailableError } from '@holdfast/object-store';
import { DatabaseUnavailableError, findSqlState } from '@holdfast/pg-kit';
import { isDiskFull, type StorageSpace } from '@holdfast/service-kit';
import type { ArtifactOutcome } from '../../domain/fixity-check.ts';
import { softwareName } from '../../domain/service-identity.ts';
import {
  chooseRun,
  completeRun,
  finishRun,
  listNextArtifacts,
  recordStep,
  recordUnavailability,
  saveCertificate,
  startRun,
} from '../../index/checks/progress.db.ts';
import { deleteOldRuns, endRun, type FixityRun, readCertificate } from '../../index/checks/runs.db.ts';
import { findCheckWork, requestDueRuns } from '../../index/checks/schedules.db.ts';
import type { CodecThreads } from '../../ingest/reading/codec-threads.ts';
import type { FixityDeps } from '../fixity/fixity-deps.ts';
import { type Job, runJob } from '../frame/job.ts';
import type { JobDeps, JobRun } from '../frame/job-run.ts';
import { makeCertificate, storeCertificate } from './certificates.ts';
import { checkArtifacts, StoresUnavailableError } from './check-artifacts.ts';

export const CHECK_NAME = 'requested checks';

/** Maximum size of a step. Limits the work that is repeated after a crash, and the delay of a cancellation. */
const STEP_ARTIFACTS = 5_000;
const STEP_BYTES = 64 * 1024 * 1024;
/** Time after which a check fails if no store can be read. */
const MAX_AWAY_MS = 600_000;
const LOOK_EVERY_MS = 2_000;
const RETRY_MS = 10_000;

export interface CheckJobSettings {
  /** Number of ended checks to keep. */
  readonly checksKept: number;
  readonly bytesPerSecond: number | undefined;
  readonly maxAwayMs?: number;
  readonly stepArtifacts?: number;
  /** Interval at which requests are polled. Default: two seconds. */
  readonly pollEveryMs?: number | undefined;
}

export interface CheckJobDeps extends FixityDeps {
  /** Called for each recorded step. */
  readonly onChecked?: ((outcome: ArtifactOutcome, artifacts: number) => void) | undefined;
}

/** Creates the job. One pass ends when no check is open, or when no store can be read. */
export function createCheckJob(deps: CheckJobDeps, settings: CheckJobSettings): Job {
  const { bytesPerSecond } = settings;
  const work = async (run: JobRun): Promise<void> => {
    for (;;) {
      run.signal.throwIfAborted();
      const check = await chooseRun(deps.db);
      if (!check || !(await continueCheck(deps, settings, run, check))) return;
    }
  };
  return { name: CHECK_NAME, bytesPerSecond, resumable: false, work };
}

/** Returns false if no store can be read, so that the check must wait. */
async function continueCheck(
  deps: CheckJobDeps,
  settings: CheckJobSettings,
  run: JobRun,
  check: FixityRun,
): Promise<boolean> {
  const { db } = deps;
  const { maxAwayMs = MAX_AWAY_MS } = settings;
  try {
    const started = check.state === 'waiting' ? await startRun(db, check, softwareName) : check;
    if (started) await runStep(deps, settings, run, started);
    return true;
  } catch (error) {
    run.signal.throwIfAborted();
    if (isDatabaseError(error) || isDiskFull(error)) throw error;
    const isAway = error instanceof StoresUnavailableError || error instanceof ObjectStoreUnavailableError;
    // A certificate may already be in a store, so its check must not fail any more.
    if (isAway && ((await recordUnavailability(db, check.id)) < maxAwayMs || check.sha256 !== undefined))
      return false;
    const failure = error instanceof Error ? error.message : String(error);
    run.log.error({ err: error, check: check.id }, 'a requested check failed');
    await endRun(db, check.id, { state: 'failed', failure });
    return true;
  }
}

const isDatabaseError = (error: unknown) =>
  error instanceof DatabaseUnavailableError || findSqlState(error) !== undefined;

async function runStep(
  deps: CheckJobDeps,
  settings: CheckJobSettings,
  run: JobRun,
  check: FixityRun,
): Promise<void> {
  const { db } = deps;
  const certificate = check.sha256 === undefined ? undefined : await readCertificate(db, check.id);
  if (certificate !== undefined) return finishCheck(deps, settings, check, certificate);
  const limits = { limit: settings.stepArtifacts ?? STEP_ARTIFACTS, mostBytes: STEP_BYTES };
  const ids = await listNextArtifacts(db, check, limits);
  if (ids.length > 0) {
    const step = await checkArtifacts(deps, run, ids, check.stores);
    if (!(await recordStep(db, check.id, step))) return;
    const { repaired: _, ...counts } = step.counts;
    for (const [outcome, count] of Object.entries(counts)) {
      if (count > 0) deps.onChecked?.(outcome as ArtifactOutcome, count);
    }
    run.done({ items: ids.length });
    return;
  }
  const completed = await completeRun(db, check.id);
  if (!completed) return;
  const text = await makeCertificate(db, completed);
  if (await saveCertificate(db, check.id, text)) await finishCheck(deps, settings, completed, text);
}

/** Stores the certificate in the object store, and then marks the check as finished. */
async function finishCheck(
  { db, store }: { readonly db: FixityDeps['db']; readonly store: ObjectStore },
  { checksKept }: CheckJobSettings,
  check: FixityRun,
  text: string,
): Promise<void> {
  await storeCertificate(store, { id: check.id, endedMs: check.endedMs! }, text);
  await finishRun(db, check.id);
  await deleteOldRuns(db, checksKept);
}

export interface CheckWorkDeps extends JobDeps, Pick<FixityDeps, 'store'> {
  readonly codec: Pick<CodecThreads, 'read'>;
  readonly room: StorageSpace;
  readonly onChecked?: CheckJobDeps['onChecked'];
}

/** Requests the checks that are due, and runs requested checks, until the signal aborts. Never rejects. */
export async function runChecksContinuously(
  deps: CheckWorkDeps,
  settings: CheckJobSettings,
  signal: AbortSignal,
): Promise<void> {
  const { kysely: db } = deps.database;
  const { kysely: polls } = deps.database.share(1);
  const job = createCheckJob({ ...deps, db, parallel: 1 }, settings);
  while (!signal.aborted) {
    await deps.room.untilFree(signal);
    const either = AbortSignal.any([signal, deps.room.signal()]);
    let waitMs = settings.pollEveryMs ?? LOOK_EVERY_MS;
    try {
      either.throwIfAborted();
      const { open, due } = await findCheckWork(polls);
      if (due) await requestDueRuns(polls);
      if (open || due) {
        const { ran } = await runJob(deps, job, { signal: either, wait: false });
        // Checks that are still open wait for the stores.
        if (ran && (await findCheckWork(polls)).open) waitMs = RETRY_MS;
      }
    } catch (error) {
      if (!either.aborted) deps.log.warn({ err: error }, 'requested checks failed and will be retried');
      waitMs = RETRY_MS;
    }
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
  }
}
