// When to stop: the first signal asks for an orderly end, a further one for an end at once.
import type { EventEmitter } from 'node:events';

export interface StopSignals {
  /** Aborts at the first signal. */
  readonly stop: AbortSignal;
  /** Aborts at a further one. */
  readonly force: AbortSignal;
}

/**
 * One Ctrl-C comes several times: from the terminal, from npm, from the start script. What follows the first within
 * this time is taken for the same wish.
 */
const SAME_WISH_MS = 1_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export function stopSignals(nowMs: () => number, source: EventEmitter): StopSignals {
  const stop = new AbortController();
  const force = new AbortController();
  let firstMs: number | undefined;
  const wished = () => {
    if (firstMs === undefined) {
      firstMs = nowMs();
      stop.abort();
    } else if (nowMs() - firstMs >= SAME_WISH_MS) force.abort();
  };
  for (const signal of SIGNALS) source.on(signal, wished);
  return { stop: stop.signal, force: force.signal };
}
