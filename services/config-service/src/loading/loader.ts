// Runs loads in one replica, for the load requests of all replicas. If another replica is already loading, waits for
// it. Reports the progress to /status in both cases.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, listenForNotifications, withAdvisoryLock } from '@holdfast/pg-kit';
import type { Health, Log, StartupStatus, StorageSpace } from '@holdfast/service-kit';
import {
  LOADING_CHANNEL,
  type LoadRequest,
  type LoadState,
  readLoadState,
  requestLoad,
  requestLoadWhenOld,
} from '../index/configuration/load-state.db.ts';
import type { ConfigSchema } from '../index/schema/schema.ts';
import { createProblemLogger } from './log-problems.ts';
import { type ConfigurationLoadDeps, runConfigurationLoad } from './one-load.ts';
import { makeLoadStatus } from './status-of-load.ts';

export interface LoaderDeps extends Omit<ConfigurationLoadDeps, 'tell'> {
  /** Separate pool, so that loading does not occupy connections for requests. */
  readonly database: Database<ConfigSchema>;
  readonly health: Health;
  readonly log: Log;
  /** Free space of the disks. Loading pauses while a disk is full. */
  readonly room: StorageSpace;
  /** Returns the interval between scheduled loads. The actual interval differs randomly by up to a quarter. */
  readonly pollIntervalMs: () => Promise<number>;
  /** Reloads the parameters that this process caches. */
  readonly follow: () => Promise<void>;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
}

type LoadingDeps = LoaderDeps & ConfigurationLoadDeps;

export interface Loader {
  /** Aborts a running load. Another replica repeats the load, or this replica does after its next start. */
  stop(): Promise<void>;
}

// Polling interval in milliseconds. Polling is necessary, because notifications are lost if the connection breaks.
const LOOK_EVERY_MS = 5_000;
// Polling interval while another replica loads, in milliseconds. It is shorter, because that replica may crash.
const LOOK_WHILE_OTHERS_LOAD_MS = 500;
const PAUSE_MS = 1_000;
const LOCK_NAME = 'load configuration';

/** Starts the loader and requests a load. The service is ready after this load. The tables must exist. */
export function startLoader(deps: LoaderDeps): Loader {
  const stopping = new AbortController();
  const { signal } = stopping;
  // The loading task and the reporting task wait at the same time, so each needs its own notifier.
  const [toLoad, toReport] = [createNotifier(), createNotifier()];
  const notifyBoth = (): void => {
    toLoad.notify();
    toReport.notify();
  };
  const own = requestOwnLoad(deps, signal);
  const tasks = [
    listenForNotifications({
      pool: deps.database.pool,
      channel: LOADING_CHANNEL,
      onNotification: notifyBoth,
      signal,
    }),
    runLoadingLoop({ ...deps, tell: createProblemLogger(deps.log) }, own, toLoad, signal),
    runReportingLoop(deps, own, toReport, signal),
  ];
  return {
    async stop() {
      stopping.abort();
      notifyBoth();
      await Promise.all(tasks);
    },
  };
}

/**
 * Requests the load that must end before this replica is ready. Resolves to undefined if the loader is stopped first.
 */
async function requestOwnLoad(deps: LoaderDeps, signal: AbortSignal): Promise<LoadRequest | undefined> {
  let own: LoadRequest | undefined;
  await repeat(deps, signal, async () => {
    own = await requestLoad(deps.db);
    return 'over';
  });
  return own;
}

/** Copies the load state from the database to /status. */
async function runReportingLoop(
  deps: LoaderDeps,
  requested: Promise<LoadRequest | undefined>,
  notifier: Notifier,
  signal: AbortSignal,
) {
  let own = await requested;
  let reached: StartupStatus = 'NONE';
  await repeat(deps, signal, async () => {
    const state = await readLoadState(deps.db);
    own = { ...own!, number: computeAwaitedNumber(deps.room, state, own!.number) };
    const status = makeLoadStatus(state, own, reached);
    reached = status.startupStatus;
    deps.health.set(status);
    await deps.follow();
    await notifier.wait(LOOK_EVERY_MS);
  });
}

async function runLoadingLoop(
  deps: LoadingDeps,
  requested: Promise<LoadRequest | undefined>,
  notifier: Notifier,
  signal: AbortSignal,
) {
  await requested;
  let nextPollMs = await computeNextPollMs(deps);
  await repeat(deps, signal, async () => {
    const state = await readLoadState(deps.db);
    if (state.requested > state.done) {
      await deps.room.untilFree(signal);
      const loaded = await loadUnlessOthersDo(deps, AbortSignal.any([signal, deps.room.signal()]));
      if (loaded) nextPollMs = await computeNextPollMs(deps);
      else await notifier.wait(LOOK_WHILE_OTHERS_LOAD_MS);
    } else if (deps.nowMs() >= nextPollMs) {
      const intervalMs = await deps.pollIntervalMs();
      await requestLoadWhenOld(deps.db, deps.nowMs() - intervalMs * SHORTEST_POLL_SHARE);
      nextPollMs = await computeNextPollMs(deps);
    } else await notifier.wait(Math.min(LOOK_EVERY_MS, nextPollMs - deps.nowMs()));
  });
}

/** Repeats a step until it returns 'over' or `signal` aborts. Pauses after failures. */
async function repeat({ log }: LoaderDeps, signal: AbortSignal, step: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    try {
      if ((await step()) === 'over') return;
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error }, 'loading was interrupted');
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Runs a load. Returns false if another replica is loading. */
async function loadUnlessOthersDo(deps: LoadingDeps, signal: AbortSignal): Promise<boolean> {
  const { acquired } = await withAdvisoryLock(
    deps.database.pool,
    LOCK_NAME,
    async (held) => {
      const { requested, done } = await readLoadState(deps.db);
      if (requested > done) await runConfigurationLoad(deps, held);
    },
    { wait: false, signal },
  );
  return acquired;
}

const SHORTEST_POLL_SHARE = 0.75;
async function computeNextPollMs({ nowMs, pollIntervalMs, random }: LoaderDeps): Promise<number> {
  return nowMs() + (await pollIntervalMs()) * (SHORTEST_POLL_SHARE + random() / 2);
}

/**
 * Returns the number of the load request that must be carried out before this replica is ready. If the disk is full, no
 * load can run, so any earlier load is sufficient.
 */
function computeAwaitedNumber({ full }: StorageSpace, { endedMs, done }: LoadState, own: number): number {
  return full !== undefined && endedMs !== undefined ? Math.min(done, own) : own;
}

interface Notifier {
  /** Ends the current call of `wait`, or the next call if no task is waiting. */
  notify(): void;
  /** Resolves on notification or after the timeout. */
  wait(timeoutMs: number): Promise<void>;
}

function createNotifier(): Notifier {
  let pending = false;
  let wake: (() => void) | undefined;
  return {
    notify() {
      pending = true;
      wake?.();
    },
    async wait(timeoutMs) {
      if (!pending) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, Math.max(0, timeoutMs));
        wake = resolve;
        await promise;
        clearTimeout(timer);
        wake = undefined;
      }
      pending = false;
    },
  };
}
