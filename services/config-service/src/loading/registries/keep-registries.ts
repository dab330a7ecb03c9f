// Keeps the registries of plugins in the repository service: for a while as a part of a load, because others wait for it,
// and from then on in the background, until everything is there.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@holdfast/http-kit';
import { type Database, withAdvisoryLock } from '@holdfast/pg-kit';
import { storableFiles } from '../../index/plugins/registry-files.db.ts';
import type { ConfigSchema } from '../../index/schema/schema.ts';
import type { ArtifactStore } from '../../repository/artifact-store.ts';
import { storeRegistries } from './store-registries.ts';

export interface KeepDeps {
  /** One connection holds the lock, another works. */
  readonly database: Database<ConfigSchema>;
  readonly store: ArtifactStore;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly nowMs: () => number;
}

export interface KeptRegistries {
  /**
   * To be called by a load. Where something is missing and cannot be stored, it waits as long as a service takes to start
   * that was started with this one. Rejects with the reason of `signal`, and never because of the repository service.
   */
  storeNow(signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

const LOCK_NAME = 'store registries';
const PATIENCE_MS = 20_000;
const PAUSE_MS = 1_000;
const LOOK_EVERY_MS = 15_000;

export function keepRegistries(deps: KeepDeps): KeptRegistries {
  const stopping = new AbortController();
  const patientUntilMs = deps.nowMs() + PATIENCE_MS;
  const work = keepOn(deps, stopping.signal);
  return {
    async storeNow(signal) {
      const isMissing = (await storableFiles(deps.database.kysely)).some(({ isStored }) => !isStored);
      for (;;) {
        const isDone = await storeUnlessOthersDo(deps, true, signal);
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

async function keepOn(deps: KeepDeps, signal: AbortSignal): Promise<void> {
  let isTroubled = false;
  while (!signal.aborted) {
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      await storeUnlessOthersDo(deps, false, signal);
      isTroubled = false;
    } catch (error) {
      if (signal.aborted) return;
      if (!isTroubled) deps.log.warn({ err: error }, 'registries of plugins cannot be stored');
      isTroubled = true;
    }
  }
}

/** False when something is missing still, or another replica is at it. */
async function storeUnlessOthersDo(
  { database, store, log, nowMs }: KeepDeps,
  isThorough: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const { acquired, ...done } = await withAdvisoryLock(
    database.pool,
    LOCK_NAME,
    async (held) => {
      const { stored, failure } = await storeRegistries(
        { db: database.kysely, store, nowMs },
        isThorough,
        held,
      );
      if (stored > 0)
        log.info({ artifacts: stored }, 'registries of plugins were stored in the repository service');
      return failure === undefined;
    },
    { wait: false, signal },
  );
  return acquired && 'result' in done && done.result === true;
}
