// Handles stop signals. The first signal requests an orderly stop, the next one an immediate stop.
import type { EventEmitter } from 'node:events';

export interface StopSignals {
  /** Aborts when an orderly stop is requested. */
  readonly stop: AbortSignal;
  /** Aborts when an immediate stop is requested. */
  readonly force: AbortSignal;
}

/** Signals within this time count as one: a single Ctrl-C may arrive from the terminal, npm and the start script. */
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
