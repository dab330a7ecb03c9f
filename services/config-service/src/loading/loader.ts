// The loader of one replica: loads when somebody asks, by any replica, if no other replica does it already; and follows
// what the others did. It reports to /status.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, listenForNotifications, withAdvisoryLock } from '@holdfast/pg-kit';
import type { Health, Log, Room, StartupStatus } from '@holdfast/service-kit';
import {
  LOADING_CHANNEL,
  type LoadRequest,
  type LoadState,
  readLoadState,
  requestLoad,
  requestLoadWhenOld,
} from '../index/configuration/load-state.db.ts';
import type { ConfigSchema } from '../index/schema/schema.ts';
import { loadOnce, type OneLoadDeps } from './one-load.ts';
import { statusOfLoad } from './status-of-load.ts';
import { tellProblems } from './tell-problems.ts';

export interface LoaderDeps extends Omit<OneLoadDeps, 'tell'> {
  /** A pool that nobody else uses: loading must not take the connections of requests. */
  readonly database: Database<ConfigSchema>;
  readonly health: Health;
  readonly log: Log;
  /** Nothing is loaded while there is none. */
  readonly room: Room;
  /** The time between two loads that nobody asks for; each time it is up to a quarter more or less. */
  readonly pollIntervalMs: () => Promise<number>;
  /** Brings up to date what this process keeps of the configuration: something may have changed. */
  readonly follow: () => Promise<void>;
  /** 0 ≤ n < 1. */
  readonly random: () => number;
}

type LoadingDeps = LoaderDeps & OneLoadDeps;

export interface Loader {
  /** Ends a load that is under way; another replica, or the next start, does it again. */
  stop(): Promise<void>;
}

// Replicas are notified; this is for notifications that got lost with a connection.
const LOOK_EVERY_MS = 5_000;
// While another replica loads, it may die.
const LOOK_WHILE_OTHERS_LOAD_MS = 500;
const PAUSE_MS = 1_000;
const LOCK_NAME = 'load configuration';

/** The tables must be there. The service is ready once a load that was asked for now has ended. */
export function startLoader(deps: LoaderDeps): Loader {
  const stopping = new AbortController();
  const { signal } = stopping;
  // One waits to load and one waits to report, at the same time: each has a notifier of its own.
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
    keepLoading({ ...deps, tell: tellProblems(deps.log) }, own, toLoad, signal),
    keepReporting(deps, own, toReport, signal),
  ];
  return {
    async stop() {
      stopping.abort();
      notifyBoth();
      await Promise.all(tasks);
    },
  };
}

/** The request to load whose end this replica waits for; undefined when it is to stop before. */
async function requestOwnLoad(deps: LoaderDeps, signal: AbortSignal): Promise<LoadRequest | undefined> {
  let own: LoadRequest | undefined;
  await repeat(deps, signal, async () => {
    own = await requestLoad(deps.db);
    return 'over';
  });
  return own;
}

/** Keeps /status at what the database says. */
async function keepReporting(
  deps: LoaderDeps,
  requested: Promise<LoadRequest | undefined>,
  notifier: Notifier,
  signal: AbortSignal,
) {
  let own = await requested;
  let reached: StartupStatus = 'NONE';
  await repeat(deps, signal, async () => {
    const state = await readLoadState(deps.db);
    own = { ...own!, number: awaited(deps.room, state, own!.number) };
    const status = statusOfLoad(state, own, reached);
    reached = status.startupStatus;
    deps.health.set(status);
    await deps.follow();
    await notifier.wait(LOOK_EVERY_MS);
  });
}

async function keepLoading(
  deps: LoadingDeps,
  requested: Promise<LoadRequest | undefined>,
  notifier: Notifier,
  signal: AbortSignal,
) {
  await requested;
  let nextPollMs = await nextPoll(deps);
  await repeat(deps, signal, async () => {
    const state = await readLoadState(deps.db);
    if (state.requested > state.done) {
      await deps.room.untilFree(signal);
      const loaded = await loadUnlessOthersDo(deps, AbortSignal.any([signal, deps.room.signal()]));
      if (loaded) nextPollMs = await nextPoll(deps);
      else await notifier.wait(LOOK_WHILE_OTHERS_LOAD_MS);
    } else if (deps.nowMs() >= nextPollMs) {
      const intervalMs = await deps.pollIntervalMs();
      await requestLoadWhenOld(deps.db, deps.nowMs() - intervalMs * SHORTEST_POLL_SHARE);
      nextPollMs = await nextPoll(deps);
    } else await notifier.wait(Math.min(LOOK_EVERY_MS, nextPollMs - deps.nowMs()));
  });
}

/** Repeats a step until it says that it is over, or `signal` aborts. After a failure it waits a moment. */
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

/** False when another replica is at it. */
async function loadUnlessOthersDo(deps: LoadingDeps, signal: AbortSignal): Promise<boolean> {
  const { acquired } = await withAdvisoryLock(
    deps.database.pool,
    LOCK_NAME,
    async (held) => {
      const { requested, done } = await readLoadState(deps.db);
      if (requested > done) await loadOnce(deps, held);
    },
    { wait: false, signal },
  );
  return acquired;
}

const SHORTEST_POLL_SHARE = 0.75;
async function nextPoll({ nowMs, pollIntervalMs, random }: LoaderDeps): Promise<number> {
  return nowMs() + (await pollIntervalMs()) * (SHORTEST_POLL_SHARE + random() / 2);
}

/** On a full disk nothing is loaded, and what an earlier load has left is served. */
function awaited({ full }: Room, { endedMs, done }: LoadState, own: number): number {
  return full !== undefined && endedMs !== undefined ? Math.min(done, own) : own;
}

interface Notifier {
  /** Ends a wait that is under way, else the next one. */
  notify(): void;
  /** Resolves when it is notified, or after this time. */
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
