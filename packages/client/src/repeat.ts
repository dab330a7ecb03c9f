// Repeats a call where that is safe: what only reads, when the service asks to come again (503, 502 and 429 with
// Retry-After) or was not heard; anything, when nothing of it had left. Bounded in number and time.
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from './service-error.ts';

export interface Repeating {
  /** GET: doing it twice does no more than doing it once. */
  readonly isReading: boolean;
  readonly repeats: number;
  /** All pauses together. */
  readonly longestWaitMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Rejects as the last attempt did, or with the signal's reason. */
export async function repeating<T>(
  { isReading, repeats, longestWaitMs, signal }: Repeating,
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

/** Undefined: it is not to be repeated. */
function pauseBefore(error: unknown, isReading: boolean, repeated: number): number | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  const { status, retryAfterMs, isSent } = error;
  if (status === 503 || status === 502 || status === 429) return isReading ? retryAfterMs : undefined;
  const isUnheard = status === undefined && (isReading || !isSent);
  return isUnheard ? FIRST_PAUSE_MS * 2 ** repeated : undefined;
}
