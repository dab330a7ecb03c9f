// The loader of one replica: loads when somebody asks, by any replica, if no other replica does it already; and follows
// what the others did. What it knows goes into /status.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Health, Log, StartupStatus } from '@holdfast/http-kit';
import { type Database, withAdvisoryLock } from '@holdfast/pg-kit';
import {
  askForLoad,
  askForLoadWhenOld,
  type LoadState,
  readLoadState,
} from '../index/configuration/load-state.db.ts';
import type { ConfigSchema } from '../index/schema/schema.ts';
import { listenForNews } from './listen-for-news.ts';
import { loadOnce, type OneLoadDeps } from './one-load.ts';

export interface LoaderDeps extends OneLoadDeps {
  /** Used by nobody else: loading must not take the connections of requests. */
  readonly database: Database<ConfigSchema>;
  readonly health: Health;
  readonly log: Log;
  /** Between two loads that nobody asks for; each time a quarter more or less. */
  readonly pollIntervalMs: number;
  /** 0 ≤ n < 1. */
  readonly random: () => number;
}

export interface Loader {
  /** Ends a load that is under way; another replica, or the next start, does it again. */
  stop(): Promise<void>;
}

// News come by notification; this is for those that got lost with a connection.
const lookEveryMs = 5_000;
// While another replica loads: it may die.
const lookWhileOthersLoadMs = 500;
const pauseMs = 1_000;
const lock = 'load configuration';

/** The tables must be there. The service is ready once a load that was asked for now has ended. */
export function startLoader(deps: LoaderDeps): Loader {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Whoever loads must hear of the stages meanwhile: each waits for news of its own.
  const [toLoad, toTell] = [createNews(), createNews()];
  const tellBoth = (): void => {
    toLoad.tell();
    toTell.tell();
  };
  const own = askUntilHeard(deps, signal);
  const tasks = [
    listenForNews({ pool: deps.database.pool, onNews: tellBoth, signal }),
    keepLoading(deps, own, toLoad, signal),
    keepTelling(deps, own, toTell, signal),
  ];
  return {
    async stop() {
      stopping.abort();
      tellBoth();
      await Promise.all(tasks);
    },
  };
}

/** The number of the request to load whose end this replica waits for; undefined when it is to stop before. */
async function askUntilHeard(deps: LoaderDeps, signal: AbortSignal): Promise<number | undefined> {
  let own: number | undefined;
  await again(deps, signal, async () => {
    own = await askForLoad(deps.db);
    return 'over';
  });
  return own;
}

/** /status says what the database says. */
async function keepTelling(
  deps: LoaderDeps,
  asked: Promise<number | undefined>,
  news: News,
  signal: AbortSignal,
) {
  const own = await asked;
  await again(deps, signal, async () => {
    deps.health.set(healthPart(await readLoadState(deps.db), own!));
    await news.within(lookEveryMs);
  });
}

async function keepLoading(
  deps: LoaderDeps,
  asked: Promise<number | undefined>,
  news: News,
  signal: AbortSignal,
) {
  await asked;
  let nextPollMs = deps.nowMs() + pollDelayMs(deps);
  await again(deps, signal, async () => {
    const state = await readLoadState(deps.db);
    if (state.asked > state.done) {
      const loaded = await loadUnlessOthersDo(deps, signal);
      if (!loaded) await news.within(lookWhileOthersLoadMs);
    } else if (deps.nowMs() >= nextPollMs) {
      await askForLoadWhenOld(deps.db, deps.nowMs() - deps.pollIntervalMs * shortest);
      nextPollMs = deps.nowMs() + pollDelayMs(deps);
    } else await news.within(Math.min(lookEveryMs, nextPollMs - deps.nowMs()));
  });
}

/** Until it is over or to stop. A step that fails, because the database is gone, is tried again a moment later. */
async function again({ log }: LoaderDeps, signal: AbortSignal, step: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    try {
      if ((await step()) === 'over') return;
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error }, 'loading was interrupted');
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** False when another replica is at it. */
async function loadUnlessOthersDo(deps: LoaderDeps, signal: AbortSignal): Promise<boolean> {
  const { acquired } = await withAdvisoryLock(
    deps.database.pool,
    lock,
    async (held) => {
      const { asked, done } = await readLoadState(deps.db);
      if (asked > done) await loadOnce(deps, held);
    },
    { wait: false, signal },
  );
  return acquired;
}

const shortest = 0.75;
const pollDelayMs = ({ pollIntervalMs, random }: LoaderDeps): number =>
  pollIntervalMs * (shortest + random() / 2);

const mostShown = 10;

/** `own`: the number of the request to load that must have been carried out before this replica is ready. */
function healthPart(
  { startupStatus, problems, done }: LoadState,
  own: number,
): { ready: boolean; startupStatus: StartupStatus; reason: string | undefined } {
  if (done >= own) return { ready: true, startupStatus: 'AUS_STARTED', reason: reasonOf(problems) };
  // What an earlier load ended with says nothing of the one that is waited for.
  const stage = startupStatus === 'AUS_STARTED' ? 'NONE' : (startupStatus as StartupStatus);
  return { ready: false, startupStatus: stage, reason: 'plugins, configuration and titles are being loaded' };
}

function reasonOf(problems: LoadState['problems']): string | undefined {
  const all = Object.values(problems).flat();
  if (all.length === 0) return undefined;
  const more = all.length > mostShown ? [`And ${all.length - mostShown} more; the log has them all.`] : [];
  return [...all.slice(0, mostShown), ...more].join(' ');
}

interface News {
  /** Ends the waiting; the next one as well when nobody waits now. */
  tell(): void;
  within(timeoutMs: number): Promise<void>;
}

function createNews(): News {
  let unheard = false;
  let wake: (() => void) | undefined;
  return {
    tell() {
      unheard = true;
      wake?.();
    },
    async within(timeoutMs) {
      if (!unheard) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, Math.max(0, timeoutMs));
        wake = resolve;
        await promise;
        clearTimeout(timer);
        wake = undefined;
      }
      unheard = false;
    },
  };
}
