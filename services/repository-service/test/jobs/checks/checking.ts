// Test helper: requests fixity checks directly in the index, and runs them in the test, so that a test can interrupt
// them.
import { type Database, withAdvisoryLock } from '@holdfast/pg-kit';
import { uuidv7 } from 'uuidv7';
import type { CheckScope, CheckStores } from '../../../src/domain/fixity-check.ts';
import {
  findRun,
  insertRun,
  listRunExceptions,
  listRunStores,
  readCertificate,
} from '../../../src/index/checks/runs.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { CHECK_NAME, type CheckJobSettings, createCheckJob } from '../../../src/jobs/checks/check-job.ts';
import type { FixityDeps } from '../../../src/jobs/fixity/fixity-deps.ts';
import { makeJobLockName } from '../../../src/jobs/frame/job.ts';
import { runWholeJob } from '../compaction/kept-store.ts';

export interface Checking extends FixityDeps {
  readonly database: Database<IndexSchema>;
}

/** Requests a check and returns its ID. */
export async function addCheck(
  { database }: Pick<Checking, 'database'>,
  scope: CheckScope,
  { stores = 'ordinary', uuids }: { stores?: CheckStores; uuids?: string[] } = {},
): Promise<string> {
  const own = { id: uuidv7(), scope, uuids, stores, by: 'librarian', reason: undefined };
  return (await insertRun(database.kysely, own))!.id;
}

/** Runs the open checks until they have ended, or until the signal aborts. */
export function runChecks(
  checking: Checking,
  settings: Partial<CheckJobSettings> & { signal?: AbortSignal } = {},
): Promise<Record<string, number>> {
  const { signal = new AbortController().signal, ...own } = settings;
  const job = createCheckJob(checking, { checksKept: 100, bytesPerSecond: undefined, ...own });
  // Uses a different job name, and therefore a different lock. A test may hold the real lock, so that the service does
  // not run the job.
  return runWholeJob(checking, { ...job, name: 'checks of a test' }, { signal } as AbortController);
}

/** Returns the check with its stores and exceptions. */
export async function readResult({ database: { kysely } }: Pick<Checking, 'database'>, id: string) {
  const found = (await findRun(kysely, id))!;
  const stores = await listRunStores(kysely, id);
  const exceptions = await listRunExceptions(kysely, id, { after: undefined, limit: 1_000 });
  const { notChecked, intact, damaged, missing, unreadable } = found.counts;
  const sum = intact + damaged + missing + unreadable + notChecked;
  const document = await readCertificate(kysely, id);
  return { ...found, stores, exceptions, sum, document };
}

/** Keeps the service from running requested checks until the returned function is called. */
export async function blockChecks({ pool }: Database<IndexSchema>): Promise<() => Promise<void>> {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = withAdvisoryLock(
    pool,
    makeJobLockName(CHECK_NAME),
    () => {
      begun.resolve();
      return ended.promise;
    },
    { wait: true, signal: new AbortController().signal },
  );
  await begun.promise;
  return async () => {
    ended.resolve();
    await held;
  };
}
