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
  // Counted, not kept: a Set that each request comes to and goes from makes rubbish live long (server/connections.ts).
  let count = 0;
  let onNone = (): void => {};
  const done = (): void => {
    count -= 1;
    if (count === 0) onNone();
  };
  const inFlight: InFlight = {
    add(task) {
      count += 1;
      task.then(done, done);
    },
    async settled(timeoutMs) {
      const { promise: none, resolve } = Promise.withResolvers<void>();
      onNone = resolve;
      if (count === 0) resolve();
      const limit = new AbortController();
      const late = sleep(timeoutMs, undefined, { signal: limit.signal, ref: false }).catch(() => undefined);
      await Promise.race([none, late]);
      limit.abort();
      return count;
    },
  };
  byApp.set(app, inFlight);
  return inFlight;
}

export const inFlightOf = (app: RequestListener): InFlight | undefined => byApp.get(app);
