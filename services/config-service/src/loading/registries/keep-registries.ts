// Stores plugin registries in the repository service. First stores files during a load, because other services wait for
// the plugins. Then continues in the background until all files are stored.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, withAdvisoryLock } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import { selectStorableFiles } from '../../index/plugins/registry-files.db.ts';
import type { ConfigSchema } from '../../index/schema/schema.ts';
import type { ArtifactStore } from '../../repository/artifact-store.ts';
import { RepositoryUnavailableError } from '../../repository/send-request.ts';
import { storeRegistries } from './store-registries.ts';

export interface RegistryStorageDeps {
  /** Pool with at least two connections: one holds the lock, and the other one runs the queries. */
  readonly database: Database<ConfigSchema>;
  readonly store: ArtifactStore;
  readonly log: Log;
  /** Returns the Unix time in milliseconds. */
  readonly nowMs: () => number;
}

export interface RegistryStorage {
  /**
   * Stores missing files during a load. Retries failures shortly after the start, because the repository service may
   * still be starting. Rejects if the database fails or `signal` aborts.
   */
  storeNow(signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

const LOCK_NAME = 'store registries';
const PATIENCE_MS = 20_000;
const PAUSE_MS = 1_000;
const LOOK_EVERY_MS = 15_000;
/**
 * Maximum time without a newly stored file before a background attempt ends. It is longer than the time during a load,
 * because nothing waits for a background attempt.
 */
const STILL_BEHIND_MS = 5 * 60_000;

/**
 * Starts storing registries in the background. `patienceMs`: maximum time without a newly stored file before an attempt
 * during a load ends. Also the time after the start during which a load retries failures.
 */
export function startRegistryStorage(given: RegistryStorageDeps, patienceMs = PATIENCE_MS): RegistryStorage {
  const stopping = new AbortController();
  const patientUntilMs = given.nowMs() + patienceMs;
  const deps = { ...given, failureLog: createFailureLog(given, patientUntilMs) };
  const work = runStorageLoop(deps, stopping.signal);
  return {
    async storeNow(signal) {
      const isMissing = (await selectStorableFiles(deps.database.kysely)).some(({ isStored }) => !isStored);
      for (;;) {
        const isDone = await storeUnlessOthersDo(deps, { isThorough: true, stillMs: patienceMs }, signal);
        if (isDone || !isMissing || deps.nowMs() > patientUntilMs) return;
        await sleep(PAUSE_MS, undefined, { signal });
      }
    },
    async stop() {
      stopping.abort();
      await work;
    },
  };
}

interface FailureLog {
  /** Records the current failure, or undefined after a success. Logs only changes. */
  report(reason: Error | undefined): void;
}

/**
 * Does not log failures before `fromMs`, because a repository service that starts at the same time is not ready yet.
 */
function createFailureLog({ log, nowMs }: RegistryStorageDeps, fromMs: number): FailureLog {
  let logged: string | undefined;
  return {
    report(reason) {
      if (reason !== undefined && nowMs() < fromMs) return;
      if (reason !== undefined && reason.message !== logged)
        log.warn({ err: reason }, 'registries of plugins cannot be stored');
      if (reason === undefined && logged !== undefined)
        log.info({}, 'registries of plugins are stored again');
      logged = reason?.message;
    },
  };
}

type StorageLoopDeps = RegistryStorageDeps & { readonly failureLog: FailureLog };

async function runStorageLoop(deps: StorageLoopDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      await storeUnlessOthersDo(deps, { isThorough: false, stillMs: STILL_BEHIND_MS }, signal);
    } catch (error) {
      if (signal.aborted) return;
      deps.failureLog.report(error as Error);
    }
  }
}

interface StorageAttempt {
  readonly isThorough: boolean;
  /** Maximum time without a newly stored file before the attempt ends, in milliseconds. */
  readonly stillMs: number;
}

/** Stores missing files. Returns false if files are still missing, or if another replica is storing them. */
async function storeUnlessOthersDo(
  { database, store, log, nowMs, failureLog }: StorageLoopDeps,
  { isThorough, stillMs }: StorageAttempt,
  signal: AbortSignal,
): Promise<boolean> {
  const { acquired, ...done } = await withAdvisoryLock(
    database.pool,
    LOCK_NAME,
    async (held) => {
      const still = new AbortController();
      const reason = `The repository service stored nothing for ${stillMs / 1000} seconds.`;
      const timer = setTimeout(() => still.abort(new RepositoryUnavailableError(reason)), stillMs);
      const deps = { db: database.kysely, store, nowMs, onStored: () => timer.refresh() };
      const { stored, failure } = await storeRegistries(
        deps,
        isThorough,
        AbortSignal.any([held, still.signal]),
      ).finally(() => clearTimeout(timer));
      if (stored > 0)
        log.info({ artifacts: stored }, 'registries of plugins were stored in the repository service');
      failureLog.report(failure);
      return failure === undefined;
    },
    { wait: false, signal },
  );
  return acquired && 'result' in done && done.result === true;
}
