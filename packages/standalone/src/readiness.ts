// Waits until a service is ready: polls `/status`. It needs no login, and its reason leaves out addresses; the probe on
// the metrics port gives the full reason.
import { setTimeout as sleep } from 'node:timers/promises';

export interface Waiting {
  /** URL of the service's operator probes. */
  readonly probesUrl: string;
  readonly signal: AbortSignal;
  readonly everyMs: number;
  /** Called every `reportEveryMs` while the service is not ready, with its reason if it gives one. */
  readonly stillWaiting: (reason: string) => void;
  readonly reportEveryMs: number;
}

const ANSWER_WITHIN_MS = 5_000;

/** Resolves when the service at `url` is ready. Rejects only if `signal` aborts. */
export async function whenReady(url: string, waiting: Waiting): Promise<void> {
  let nextReportMs = performance.now() + waiting.reportEveryMs;
  for (;;) {
    const reason = await notReadyBecause(url, waiting.signal);
    if (reason === undefined) return;
    if (performance.now() >= nextReportMs) {
      waiting.stillWaiting((await reasonInFull(waiting)) ?? reason);
      nextReportMs += waiting.reportEveryMs;
    }
    await sleep(waiting.everyMs, undefined, { signal: waiting.signal });
  }
}

/** Returns undefined if the probe gives no reason or does not answer. */
async function reasonInFull({ probesUrl, signal }: Waiting): Promise<string | undefined> {
  try {
    const { reason } = (await answer(new URL('/readyz', probesUrl), signal)) as { reason?: unknown };
    return typeof reason === 'string' ? reason : undefined;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

async function notReadyBecause(url: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const status = (await answer(new URL('/status', url), signal)) as { ready?: unknown; reason?: unknown };
    if (status.ready === true) return undefined;
    return typeof status.reason === 'string' ? status.reason : 'it gives no reason';
  } catch (error) {
    signal.throwIfAborted();
    return (error as { name?: unknown }).name === 'TimeoutError'
      ? 'it does not answer'
      : 'it does not listen yet';
  }
}

async function answer(url: URL, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  });
  return response.json();
}
