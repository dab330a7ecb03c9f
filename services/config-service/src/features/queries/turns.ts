// So many at a time, the others in the order in which they came.

export interface Turns {
  /** Rejects when `signal` aborts while it waits. What it resolves to must be called once, when the turn is over. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function turnsOf(atOnce: number): Turns {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  const next = (): void => {
    const first = waiting.shift();
    if (first === undefined) free += 1;
    else first();
  };
  return {
    take(signal) {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return Promise.resolve(next);
      }
      return new Promise((resolve, reject) => {
        const onAbort = (): void => {
          waiting.splice(waiting.indexOf(onTurn), 1);
          reject(signal.reason);
        };
        const onTurn = (): void => {
          signal.removeEventListener('abort', onAbort);
          resolve(next);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.push(onTurn);
      });
    },
  };
}
