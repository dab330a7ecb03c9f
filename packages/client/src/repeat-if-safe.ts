// Retries calls if that is safe. GET requests are retried after a broken connection, and after a response with status
// 502, 503 or 429 and a Retry-After header. Other requests are retried only if no part of the request was sent. The
// number of retries and the total time of the pauses are limited.
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from './service-error.ts';

export interface RepeatOptions {
  /** True for GET, which has no effect when it is repeated. */
  readonly isReading: boolean;
  readonly repeats: number;
  /** Maximum total time of all pauses. */
  readonly longestWaitMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs the call and retries it where that is safe. Rejects with the error of the last attempt, or with the signal's
 * reason.
 */
export async function repeatIfSafe<T>(
  { isReading, repeats, longestWaitMs, signal }: RepeatOptions,
  attempt: () => Promise<T>,
): Promise<T> {
  let waitedMs = 0;
  for (let repeated = 0; ; repeated++) {
    try {
      return await attempt();
    } catch (error) {
      const pauseMs = repeated < repeats ? pauseBefore(error, isReading, repeated) : undefined;
      if (pauseMs === undefined || waitedMs + pauseMs > longestWaitMs) throw error;
      waitedMs += pauseMs;
      await sleep(pauseMs, undefined, { ...(signal && { signal }) }).catch(() => signal?.throwIfAborted());
    }
  }
}

const FIRST_PAUSE_MS = 250;

/** Returns the pause before the next attempt; undefined if the call must not be retried. */
function pauseBefore(error: unknown, isReading: boolean, repeated: number): number | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  const { status, retryAfterMs, isSent } = error;
  if (status === 503 || status === 502 || status === 429) return isReading ? retryAfterMs : undefined;
  const isUnheard = status === undefined && (isReading || !isSent);
  return isUnheard ? FIRST_PAUSE_MS * 2 ** repeated : undefined;
}
