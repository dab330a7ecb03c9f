// Supervises one service. Restarts it with increasing delays if it ends unexpectedly.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessEnding, ServiceProcess } from './service-process.ts';

export interface RestartDelays {
  readonly firstMs: number;
  readonly longestMs: number;
  /** The restart delay is reset if the service has run for this time. */
  readonly steadyAfterMs: number;
}
export const RESTART_DELAYS: RestartDelays = { firstMs: 500, longestMs: 30_000, steadyAfterMs: 60_000 };

export interface SupervisorEvents {
  started(service: ServiceProcess): void;
  /** Called when the service has ended unexpectedly, `waitMs` before the restart. */
  fell(ending: ProcessEnding, waitMs: number): void;
}
export interface Supervisor {
  stop(graceMs: number): Promise<void>;
  /** Sends SIGKILL to the service. */
  kill(): void;
}

export function superviseService(
  start: () => ServiceProcess,
  events: SupervisorEvents,
  { firstMs, longestMs, steadyAfterMs }: RestartDelays = RESTART_DELAYS,
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
