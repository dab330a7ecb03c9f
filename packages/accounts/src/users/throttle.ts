// Delays attempts after repeated failures. Counts failures per key, for example per user name and address.
import { LRUCache } from 'lru-cache';

export interface ThrottleSettings {
  /** Number of attempts that are never delayed. */
  readonly freeFailures: number;
  /** Delay of the first attempt after `freeFailures` failures. The delay doubles with each additional failure. */
  readonly firstDelayMs: number;
  /** Maximum delay. An attempt that would have to wait longer is refused. */
  readonly longestWaitMs: number;
  /** Time without attempts after which a key's failures are forgotten. */
  readonly forgetAfterMs: number;
  /** Maximum number of keys. The least recently used key is evicted when this number is exceeded. */
  readonly mostKeys: number;
}

export const DEFAULT_THROTTLE: ThrottleSettings = {
  freeFailures: 5,
  firstDelayMs: 250,
  longestWaitMs: 4_000,
  forgetAfterMs: 15 * 60_000,
  mostKeys: 10_000,
};

interface LoginAttempts {
  attempts: number;
  /** Earliest start time of the next attempt. Concurrent attempts wait one after another. */
  nextStartMs: number;
}

export interface Throttle {
  /**
   * Counts an attempt as failed until `succeeded` is called. Concurrent attempts therefore cannot bypass the limit.
   * Returns the delay as `waitMs`, or `refused` if the delay would be too long.
   */
  admit(key: string): { readonly waitMs: number; readonly refused: boolean };
  succeeded(key: string): void;
  /** Reverts `admit` for an attempt that was cancelled before its result. */
  withdrawn(key: string): void;
}

export function createThrottle(now: () => number, settings: ThrottleSettings): Throttle {
  const { forgetAfterMs: ttl, mostKeys: maxSize } = settings;
  // Sets `maxSize` instead of `max`, because `max` allocates the memory of all entries in advance.
  const limits = { ttl, maxSize, sizeCalculation: () => 1 };
  const entries = new LRUCache<string, LoginAttempts>({ ...limits, ttlResolution: 0, perf: { now } });

  return {
    admit(key) {
      const nowMs = now();
      const entry = entries.peek(key) ?? { attempts: 0, nextStartMs: 0 };
      const startMs = Math.max(nowMs, entry.nextStartMs);
      const waitMs = startMs - nowMs;
      if (waitMs > settings.longestWaitMs) return { waitMs, refused: true };
      entry.attempts += 1;
      if (entry.attempts >= settings.freeFailures)
        entry.nextStartMs = startMs + computeDelayMs(entry.attempts, settings);
      entries.set(key, entry);
      return { waitMs, refused: false };
    },
    succeeded(key) {
      entries.delete(key);
    },
    withdrawn(key) {
      const entry = entries.peek(key);
      if (entry !== undefined) entry.attempts = Math.max(0, entry.attempts - 1);
    },
  };
}

function computeDelayMs(attempts: number, settings: ThrottleSettings): number {
  return settings.firstDelayMs * 2 ** Math.min(attempts - settings.freeFailures, 10);
}
