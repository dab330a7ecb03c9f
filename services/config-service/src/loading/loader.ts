// The loader of one replica: loads when somebody asks, by any replica, if no other replica does it already; and follows
// what the others did. What it knows goes into /status.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Health, Log } from '@holdfast/http-kit';
import { type Database, withAdvisoryLock } from '@holdfast/pg-kit';
import { askForLoad, askForLoadWhenOld, readLoadState } from '../index/load-state.db.ts';
import type { ConfigSchema } from '../index/schema.ts';
import { listenForNews } from './listen-for-news.ts';
import { createNews } from './news.ts';
import { loadOnce, type OneLoadDeps } from './one-load.ts';
import { healthPart } from './status-of-load.ts';

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
const lock = 'load configuration';

/** The tables must be there. The service is ready once a load that was asked for now has ended. */
export function startLoader(deps: LoaderDeps): Loader {
  const stopping = new AbortController();
  const { signal } = stopping;
  const news = createNews();
  const listening = listenForNews({ pool: deps.database.pool, onNews: news.tell, signal });
  const working = keepLoading(deps, news, signal);
  return {
    async stop() {
      stopping.abort();
      news.tell();
      await Promise.all([listening, working]);
    },
  };
}

type News = ReturnType<typeof createNews>;

async function keepLoading(deps: LoaderDeps, news: News, signal: AbortSignal): Promise<void> {
  let own: number | undefined;
  let nextPollMs = deps.nowMs() + pollDelayMs(deps);
  while (!signal.aborted) {
    try {
      own ??= await askForLoad(deps.db);
      const state = await readLoadState(deps.db);
      deps.health.set(healthPart(state, own));
      if (state.asked > state.done) {
        const loaded = await loadUnlessOthersDo(deps, signal);
        if (!loaded) await news.within(lookWhileOthersLoadMs);
        continue;
      }
      if (deps.nowMs() >= nextPollMs) {
        await askForLoadWhenOld(deps.db, deps.nowMs() - deps.pollIntervalMs * shortest);
        nextPollMs = deps.nowMs() + pollDelayMs(deps);
        continue;
      }
      await news.within(Math.min(lookEveryMs, nextPollMs - deps.nowMs()));
    } catch (error) {
      if (signal.aborted) return;
      deps.log.error({ err: error }, 'loading was interrupted');
      await sleep(lookEveryMs / 5, undefined, { signal }).catch(() => undefined);
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
