// Handles stop signals. The first signal requests an orderly stop, a later one an immediate stop.
import type { EventEmitter } from 'node:events';

export interface StopSignals {
  /** Orderly stop: aborts at the first signal. */
  readonly stop: AbortSignal;
  /** Immediate stop: aborts at a later signal. */
  readonly force: AbortSignal;
}

/** Debounce time. One Ctrl-C may arrive several times: from the terminal, npm and the start script. */
const SAME_REQUEST_MS = 1_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export function watchStopSignals(nowMs: () => number, source: EventEmitter): StopSignals {
  const stop = new AbortController();
  const force = new AbortController();
  let firstMs: number | undefined;
  const onSignal = () => {
    if (firstMs === undefined) {
      firstMs = nowMs();
      stop.abort();
    } else if (nowMs() - firstMs >= SAME_REQUEST_MS) force.abort();
  };
  for (const signal of SIGNALS) source.on(signal, onSignal);
  return { stop: stop.signal, force: force.signal };
}
