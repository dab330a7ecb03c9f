// Decides whether and when a worker that ended unexpectedly is restarted. It only counts and starts nothing.

export interface RestartLimits {
  /** Delay before the first restart. It doubles with each further restart. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** If a worker ran at least this long, its count of restarts is reset. */
  readonly steadyAfterMs: number;
  /** Number of consecutive unexpected ends after which the worker is not restarted. */
  readonly mostInARow: number;
}

export const RESTART_LIMITS: RestartLimits = {
  firstMs: 250,
  longestMs: 30_000,
  steadyAfterMs: 60_000,
  mostInARow: 10,
};

export interface RestartTracker {
  /**
   * Returns the delay before restarting the worker, or undefined if it must not be restarted. `ranMs`: how long it ran.
   */
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
