// Is a service ready? Asked at its open `/status`, which always answers and says what is missing.
import { setTimeout as sleep } from 'node:timers/promises';

export interface Waiting {
  readonly signal: AbortSignal;
  readonly everyMs: number;
  /** Called at each `reportEveryMs` without readiness, with the service's own reason when it gives one. */
  readonly stillWaiting: (reason: string) => void;
  readonly reportEveryMs: number;
}

/** Resolves when the service at `url` says it is ready; rejects only when `signal` aborts. */
export async function whenReady(url: string, waiting: Waiting): Promise<void> {
  let nextReportMs = performance.now() + waiting.reportEveryMs;
  for (;;) {
    const reason = await notReadyBecause(url, waiting.signal);
    if (reason === undefined) return;
    if (performance.now() >= nextReportMs) {
      waiting.stillWaiting(reason);
      nextReportMs += waiting.reportEveryMs;
    }
    await sleep(waiting.everyMs, undefined, { signal: waiting.signal });
  }
}

const ANSWER_WITHIN_MS = 5_000;

async function notReadyBecause(url: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch(new URL('/status', url), {
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    const status = (await response.json()) as { ready?: unknown; reason?: unknown };
    if (status.ready === true) return undefined;
    return typeof status.reason === 'string' ? status.reason : 'it gives no reason';
  } catch (error) {
    signal.throwIfAborted();
    return (error as { name?: unknown }).name === 'TimeoutError'
      ? 'it does not answer'
      : 'it does not listen yet';
  }
}
