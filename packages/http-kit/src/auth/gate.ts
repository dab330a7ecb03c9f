// Lets a fixed number of tasks run at once; a bounded number of others wait their turn, the rest are refused.

export class GateFull extends Error {
  override readonly name = 'GateFull';
}

export type Gate = <T>(task: () => Promise<T>) => Promise<T>;

/** The gate rejects with GateFull when `mostWaiting` are in line already. */
export function createGate(atOnce: number, mostWaiting: number): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (task) => {
    if (waiting.length >= mostWaiting) throw new GateFull(`${mostWaiting} are waiting already`);
    // A finished task hands its place straight to the next in line, so `running` is not touched then.
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
