// Logs in while the node starts: waits until the service is ready, and reports what it is doing.
import type { ApiStatus } from '@holdfast/api-types';
import { ServiceError } from '@holdfast/client/browser';

export type StartupProgress = Pick<ApiStatus, 'ready' | 'startupStatus' | 'reason'>;

/** Interval at which the status is requested, in milliseconds. */
const EVERY_MS = 2_000;

export interface StartupWait {
  readonly signal: AbortSignal;
  /** Called with each status while the service is not ready. */
  readonly onWait: (progress: StartupProgress) => void;
  readonly readStatus: (signal: AbortSignal) => Promise<StartupProgress>;
  readonly everyMs?: number;
}

/**
 * Logs in. If the service is not ready yet, waits until it is, then tries again. Rejects if the login fails for another
 * reason, or if `signal` aborts.
 */
export async function logInWhenReady(
  login: () => Promise<void>,
  { signal, onWait, readStatus, everyMs = EVERY_MS }: StartupWait,
): Promise<void> {
  for (;;) {
    try {
      return await login();
    } catch (error) {
      if (!isNotReady(error)) throw error;
    }
    for (let isReady = false; !isReady; ) {
      const progress = await readStatus(signal).catch(() => undefined);
      signal.throwIfAborted();
      if (progress !== undefined) onWait(progress);
      isReady = progress?.ready === true;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
      signal.throwIfAborted();
    }
  }
}

function isNotReady(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 503 && error.retryAfterMs !== undefined;
}
