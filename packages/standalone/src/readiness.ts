// Waits until a service is ready. Polls its readiness probe, which returns the reason while the service is not ready.
import { setTimeout as sleep } from 'node:timers/promises';

export interface ReadinessPolling {
  readonly signal: AbortSignal;
  readonly everyMs: number;
  /** Called every `reportEveryMs` while the service is not ready, with the reason from the probe. */
  readonly stillWaiting: (reason: string) => void;
  readonly reportEveryMs: number;
}

const ANSWER_WITHIN_MS = 5_000;

/** Resolves when the service with this probe address is ready. Rejects only if `signal` aborts. */
export async function waitUntilReady(probesUrl: string, waiting: ReadinessPolling): Promise<void> {
  let nextReportMs = performance.now() + waiting.reportEveryMs;
  for (;;) {
    const reason = await findUnreadyReason(probesUrl, waiting.signal);
    if (reason === undefined) return;
    if (performance.now() >= nextReportMs) {
      waiting.stillWaiting(reason);
      nextReportMs += waiting.reportEveryMs;
    }
    await sleep(waiting.everyMs, undefined, { signal: waiting.signal });
  }
}

async function findUnreadyReason(probesUrl: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch(new URL('/readyz', probesUrl), {
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    const { status, reason } = (await response.json()) as { status?: unknown; reason?: unknown };
    if (response.ok && status === 'ok') return undefined;
    return typeof reason === 'string' ? reason : 'it reports no reason';
  } catch (error) {
    signal.throwIfAborted();
    return (error as { name?: unknown }).name === 'TimeoutError'
      ? 'it does not answer'
      : 'it does not listen yet';
  }
}
