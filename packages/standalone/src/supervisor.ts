// Keeps one service running: when it ends unasked it is started again, sooner at first and later when it keeps
// dying. Knows nothing of ports or readiness.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ending, ServiceProcess } from './service-process.ts';

export interface BackOff {
  readonly firstMs: number;
  readonly longestMs: number;
  /** After running this long without a fall the next wait is the first one again. */
  readonly steadyAfterMs: number;
}
export const backOff: BackOff = { firstMs: 500, longestMs: 30_000, steadyAfterMs: 60_000 };

export interface SupervisorEvents {
  started(service: ServiceProcess): void;
  /** Ended unasked; will be started again in `waitMs`. */
  fell(ending: Ending, waitMs: number): void;
}
export interface Supervisor {
  stop(graceMs: number): Promise<void>;
  /** At once, without grace. */
  kill(): void;
}

export function supervise(
  start: () => ServiceProcess,
  events: SupervisorEvents,
  { firstMs, longestMs, steadyAfterMs }: BackOff = backOff,
): Supervisor {
  const stopping = new AbortController();
  let current: ServiceProcess;
  let waitMs = firstMs;
  launch();
  return {
    async stop(graceMs) {
      stopping.abort();
      await current.stop(graceMs);
    },
    kill() {
      stopping.abort();
      current.kill();
    },
  };

  function launch(): void {
    const startedMs = performance.now();
    current = start();
    events.started(current);
    void current.ended.then((ending) => {
      if (stopping.signal.aborted) return;
      if (performance.now() - startedMs >= steadyAfterMs) waitMs = firstMs;
      events.fell(ending, waitMs);
      void again();
    });
  }

  async function again(): Promise<void> {
    const thisWaitMs = waitMs;
    waitMs = Math.min(waitMs * 2, longestMs);
    try {
      await sleep(thisWaitMs, undefined, { signal: stopping.signal });
    } catch {
      return;
    }
    try {
      launch();
    } catch (error) {
      events.fell({ how: (error as Error).message, words: [] }, waitMs);
      void again();
    }
  }
}
