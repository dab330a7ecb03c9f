// Decides whether and when a worker that ended unexpectedly is restarted. Does not start workers itself.

export interface RestartLimits {
  /** Delay before the first restart. The delay doubles with each consecutive restart. */
  readonly initialDelayMs: number;
  readonly maxDelayMs: number;
  /** A worker that has run for this time before it ends does not count towards `maxConsecutive`. */
  readonly stableAfterMs: number;
  /** Number of consecutive unexpected exits after which a worker is not restarted. */
  readonly maxConsecutive: number;
}

export const RESTART_LIMITS: RestartLimits = {
  initialDelayMs: 250,
  maxDelayMs: 30_000,
  stableAfterMs: 60_000,
  maxConsecutive: 10,
};

export interface RestartTracker {
  /** Returns the delay before restarting a worker that ran for `ranMs`, or undefined if it must not be restarted. */
  ended(number: number, ranMs: number): number | undefined;
}

export function createRestartTracker(limits: RestartLimits = RESTART_LIMITS): RestartTracker {
  const consecutive = new Map<number, number>();
  return {
    ended(number, ranMs) {
      const before = ranMs >= limits.stableAfterMs ? 0 : (consecutive.get(number) ?? 0);
      consecutive.set(number, before + 1);
      if (before + 1 >= limits.maxConsecutive) return undefined;
      return Math.min(limits.initialDelayMs * 2 ** before, limits.maxDelayMs);
    },
  };
}
