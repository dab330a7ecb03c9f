// Turns at the database, shared out among users: so many at once, so many of one user, and users who wait take turns.

export interface QueryTurns {
  /** Resolves, when it is this user's turn, with how to end it (once); rejects when `signal` aborts before. */
  take(user: string, signal: AbortSignal): Promise<() => void>;
}

/** `most`: turns at once; `mostOfUser`: those that one user has of them, whoever else waits or does not. */
export function queryTurns(most: number, mostOfUser: number): QueryTurns {
  const busy = new Map<string, number>();
  /** Who waits, in order, by user; the user who waits longest for another turn comes first. */
  const waiting = new Map<string, Set<() => void>>();
  let free = most;

  const countOf = (user: string): number => busy.get(user) ?? 0;

  const begin = (user: string): void => {
    free -= 1;
    busy.set(user, countOf(user) + 1);
  };

  const end = (user: string): void => {
    free += 1;
    const left = countOf(user) - 1;
    if (left > 0) busy.set(user, left);
    else busy.delete(user);
    beginNext();
  };

  const leave = (user: string, line: Set<() => void>, one: () => void): void => {
    line.delete(one);
    if (line.size === 0) waiting.delete(user);
  };

  function beginNext(): void {
    if (free === 0) return;
    for (const [user, line] of waiting) {
      if (countOf(user) >= mostOfUser) continue;
      const [next] = line;
      // Behind all others who wait.
      waiting.delete(user);
      waiting.set(user, line);
      leave(user, line, next!);
      begin(user);
      next!();
      return;
    }
  }

  function wait(user: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const line = waiting.get(user) ?? new Set();
      const admit = (): void => {
        signal.removeEventListener('abort', withdraw);
        resolve();
      };
      const withdraw = (): void => {
        leave(user, line, admit);
        reject(signal.reason);
      };
      signal.addEventListener('abort', withdraw, { once: true });
      line.add(admit);
      waiting.set(user, line);
    });
  }

  return {
    async take(user, signal) {
      signal.throwIfAborted();
      // Whoever waits is ahead of this one, or may not begin for want of a share.
      if (free > 0 && countOf(user) < mostOfUser) begin(user);
      else await wait(user, signal);
      return () => end(user);
    },
  };
}
