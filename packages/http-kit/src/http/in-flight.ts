// The handlers of an app that are still at work, so that shutdown can wait for them to clean up.
import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface InFlight {
  add(task: Promise<unknown>): void;
  /** Resolves when all have settled, or after `timeoutMs`; to how many are left. */
  settled(timeoutMs: number): Promise<number>;
}

const byApp = new WeakMap<RequestListener, InFlight>();

export function trackInFlight(app: RequestListener): InFlight {
  const tasks = new Set<Promise<unknown>>();
  const inFlight: InFlight = {
    add(task) {
      const done = (): void => void tasks.delete(task);
      tasks.add(task);
      task.then(done, done);
    },
    async settled(timeoutMs) {
      const limit = new AbortController();
      const late = sleep(timeoutMs, undefined, { signal: limit.signal, ref: false }).catch(() => undefined);
      await Promise.race([Promise.allSettled(tasks), late]);
      limit.abort();
      return tasks.size;
    },
  };
  byApp.set(app, inFlight);
  return inFlight;
}

export const inFlightOf = (app: RequestListener): InFlight | undefined => byApp.get(app);
