// Decides when to restart a worker that ended unexpectedly, or not to restart it. Does not start workers itself.

export interface RestartLimits {
  /** Delay before the first restart. The delay doubles with each consecutive restart. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** A worker that has run for this time before it ends does not count towards `mostInARow`. */
  readonly steadyAfterMs: number;
  /** Number of consecutive unexpected ends after which a worker is not restarted. */
  readonly mostInARow: number;
}

export const RESTART_LIMITS: RestartLimits = {
  firstMs: 250,
  longestMs: 30_000,
  steadyAfterMs: 60_000,
  mostInARow: 10,
};

export interface RestartTracker {
  /** Returns the delay before restarting a worker that ran for `ranMs`, or undefined if it must not be restarted. */
  ended(number: number, ranMs: number): number | undefined;
}

export function createRestartTracker(limits: RestartLimits = RESTART_LIMITS): RestartTracker {
  const inARow = new Map<number, number>();
  return {
    ended(number, ranMs) {
      const before = ranMs >= limits.steadyAfterMs ? 0 : (inARow.get(number) ?? 0);
      inARow.set(number, before + 1);
      if (before + 1 >= limits.mostInARow) return undefined;
      return Math.min(limits.firstMs * 2 ** before, limits.longestMs);
    },
  };
}
