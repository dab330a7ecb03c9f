// Handles outages: detects that a service or its database is unavailable, reports it after five seconds, and repeats
// requests until the service is available again.
import { ServiceError } from '@holdfast/client/browser';

/** Time after which a pending request is reported as a problem, in milliseconds. The request is not aborted. */
export const LATE_MS = 5_000;
/** Delays between attempts during an outage, in milliseconds. The last delay repeats. */
const RETRY_MS = [2_000, 4_000, 8_000, 15_000];

/** Reports that the service has not responded within `LATE_MS`. The request is still pending. */
export class LateResponseError extends Error {
  override readonly name = 'LateResponseError';
  readonly seconds = LATE_MS / 1_000;
}

/** Returns whether the request may succeed when the service or its database is available again. */
export function isOutage(problem: unknown): boolean {
  if (!(problem instanceof ServiceError)) return false;
  return problem.status === undefined || problem.status === 503 || problem.retryAfterMs !== undefined;
}

/** Returns the delay before the next attempt, after this number of failures. */
export const getRetryDelayMs = (failures: number): number =>
  RETRY_MS[Math.min(failures, RETRY_MS.length) - 1]!;

export interface OutageOptions {
  readonly signal: AbortSignal;
  /** Called if the response is late, and after each attempt that fails because of an outage. */
  readonly onProblem: (problem: unknown) => void;
}

/** Repeats a request until the outage is over. Rejects if the request fails for another reason or `signal` aborts. */
export async function requestThroughOutage<T>(
  ask: () => Promise<T>,
  { signal, onProblem }: OutageOptions,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    const late = setTimeout(() => signal.aborted || onProblem(new LateResponseError()), LATE_MS);
    try {
      return await ask();
    } catch (problem) {
      if (signal.aborted || !isOutage(problem)) throw problem;
      onProblem(problem);
    } finally {
      clearTimeout(late);
    }
    await new Promise((resolve) => setTimeout(resolve, getRetryDelayMs(failures)));
    signal.throwIfAborted();
  }
}
