// Retries calls that are safe to repeat. Retries GET requests after a connection failure, and after a 502, 503 or 429
// response with a Retry-After header. Retries other requests only if no part of the request was sent. Limits the number
// of retries and the total pause.
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from './service-error.ts';

export interface RepeatOptions {
  /** True for a GET request, which is always safe to repeat. */
  readonly isReading: boolean;
  readonly repeats: number;
  /** Maximum total duration of all pauses. */
  readonly longestWaitMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Runs the call, with retries. Rejects with the error of the last attempt, or with the signal's abort reason. */
export async function repeatIfSafe<T>(
  { isReading, repeats, longestWaitMs, signal }: RepeatOptions,
  attempt: () => Promise<T>,
): Promise<T> {
  let waitedMs = 0;
  for (let repeated = 0; ; repeated++) {
    try {
      return await attempt();
    } catch (error) {
      const pauseMs = repeated < repeats ? computePause(error, isReading, repeated) : undefined;
      if (pauseMs === undefined || waitedMs + pauseMs > longestWaitMs) throw error;
      waitedMs += pauseMs;
      await sleep(pauseMs, undefined, { ...(signal && { signal }) }).catch(() => signal?.throwIfAborted());
    }
  }
}

const FIRST_PAUSE_MS = 250;

/** Returns the pause before the next attempt. Returns undefined if the call must not be retried. */
function computePause(error: unknown, isReading: boolean, repeated: number): number | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  const { status, retryAfterMs, isSent } = error;
  if (status === 503 || status === 502 || status === 429) return isReading ? retryAfterMs : undefined;
  const isUnheard = status === undefined && (isReading || !isSent);
  return isUnheard ? FIRST_PAUSE_MS * 2 ** repeated : undefined;
}
