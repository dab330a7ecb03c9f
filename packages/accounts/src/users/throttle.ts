// Slows down attempts after repeated failures for one key (user and address). Independent of the kind of attempt.
import { LRUCache } from 'lru-cache';

export interface ThrottleSettings {
  /** Number of failures that cause no delay. */
  readonly freeFailures: number;
  /** Delay after the first failure beyond `freeFailures`. It doubles with each further failure. */
  readonly firstDelayMs: number;
  /** An attempt that would have to wait longer than this is refused. */
  readonly longestWaitMs: number;
  /** A key without failures for this long is forgotten. */
  readonly forgetAfterMs: number;
  /** Maximum number of keys. The key that failed least recently is forgotten first. */
  readonly mostKeys: number;
}

export const DEFAULT_THROTTLE: ThrottleSettings = {
  freeFailures: 5,
  firstDelayMs: 250,
  longestWaitMs: 4_000,
  forgetAfterMs: 15 * 60_000,
  mostKeys: 10_000,
};

interface Entry {
  attempts: number;
  /** Earliest start of the next attempt. Concurrent attempts queue up behind each other. */
  nextStartMs: number;
}

export interface Throttle {
  /**
   * Counts the attempt as failed until `succeeded` is called, so that a burst of attempts cannot pass before the result
   * of the first one is known. Returns how long the attempt must wait, as `waitMs`, or `refused` if that would be too
   * long.
   */
  admit(key: string): { readonly waitMs: number; readonly refused: boolean };
  succeeded(key: string): void;
  /** Undoes `admit` for an attempt whose caller gave up before the result. */
  withdrawn(key: string): void;
}

export function createThrottle(now: () => number, settings: ThrottleSettings): Throttle {
  const { forgetAfterMs: ttl, mostKeys: max } = settings;
  const entries = new LRUCache<string, Entry>({ ttl, max, ttlResolution: 0, perf: { now } });

  return {
    admit(key) {
      const nowMs = now();
      const entry = entries.peek(key) ?? { attempts: 0, nextStartMs: 0 };
      const startMs = Math.max(nowMs, entry.nextStartMs);
      const waitMs = startMs - nowMs;
      if (waitMs > settings.longestWaitMs) return { waitMs, refused: true };
      entry.attempts += 1;
      if (entry.attempts >= settings.freeFailures)
        entry.nextStartMs = startMs + delayMs(entry.attempts, settings);
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

function delayMs(attempts: number, settings: ThrottleSettings): number {
  return settings.firstDelayMs * 2 ** Math.min(attempts - settings.freeFailures, 10);
}
