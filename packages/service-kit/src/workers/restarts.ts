// Whether a worker that ended unasked is started again, and when. Counts only; it starts nothing.

export interface RestartLimits {
  /** Before it is started again for the first time; twice as long each further time. */
  readonly firstMs: number;
  readonly longestMs: number;
  /** Who ran so long before it ended begins anew. */
  readonly steadyAfterMs: number;
  /** Ends in a row after which it is given up. */
  readonly mostInARow: number;
}

export const RESTART_LIMITS: RestartLimits = {
  firstMs: 250,
  longestMs: 30_000,
  steadyAfterMs: 60_000,
  mostInARow: 10,
};

export interface Restarts {
  /** How long to wait before the worker of this number, which ran so long, is started again; undefined: not at all. */
  ended(number: number, ranMs: number): number | undefined;
}

export function createRestarts(limits: RestartLimits = RESTART_LIMITS): Restarts {
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
