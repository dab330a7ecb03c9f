// Slows repeated failures of one key (user and address). Counts only; it does not know what is attempted.

export interface ThrottleSettings {
  /** Failures that cost nothing. */
  readonly freeFailures: number;
  /** Delay after the first failure beyond those; doubles with each further one. */
  readonly firstDelayMs: number;
  /** An attempt that would have to wait longer than this is refused instead. */
  readonly longestWaitMs: number;
  /** A key without failures for this long is forgotten. */
  readonly forgetAfterMs: number;
  /** Keys kept; the least recently failing are forgotten first. */
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
  lastAttemptMs: number;
  /** When the next attempt may start; attempts made at once queue up behind each other. */
  nextStartMs: number;
}

export interface Throttle {
  /**
   * Counts the attempt as failed until it is known to have succeeded (so that a burst cannot slip through
   * before the first one fails). It must wait `waitMs`; `refused` when that would be too long.
   */
  admit(key: string): { readonly waitMs: number; readonly refused: boolean };
  succeeded(key: string): void;
  /** Nobody waited for the attempt's outcome: it was none. */
  withdrawn(key: string): void;
}

export function createThrottle(now: () => number, settings: ThrottleSettings): Throttle {
  const entries = new Map<string, Entry>();

  return {
    admit(key) {
      const nowMs = now();
      const entry = remembered(entries.get(key), nowMs, settings);
      const startMs = Math.max(nowMs, entry.nextStartMs);
      const waitMs = startMs - nowMs;
      if (waitMs > settings.longestWaitMs) return { waitMs, refused: true };
      entry.attempts += 1;
      entry.lastAttemptMs = nowMs;
      if (entry.attempts >= settings.freeFailures)
        entry.nextStartMs = startMs + delayMs(entry.attempts, settings);
      keep(entries, key, entry, settings.mostKeys);
      return { waitMs, refused: false };
    },
    succeeded(key) {
      entries.delete(key);
    },
    withdrawn(key) {
      const entry = entries.get(key);
      if (entry !== undefined) entry.attempts = Math.max(0, entry.attempts - 1);
    },
  };
}

function remembered(entry: Entry | undefined, nowMs: number, settings: ThrottleSettings): Entry {
  const forgotten = entry === undefined || nowMs - entry.lastAttemptMs > settings.forgetAfterMs;
  return forgotten ? { attempts: 0, lastAttemptMs: nowMs, nextStartMs: 0 } : entry;
}

/** Puts the entry last in line for being forgotten, and forgets the first when there are too many. */
function keep(entries: Map<string, Entry>, key: string, entry: Entry, mostKeys: number): void {
  entries.delete(key);
  entries.set(key, entry);
  if (entries.size > mostKeys) entries.delete(entries.keys().next().value as string);
}

function delayMs(attempts: number, settings: ThrottleSettings): number {
  return settings.firstDelayMs * 2 ** Math.min(attempts - settings.freeFailures, 10);
}
