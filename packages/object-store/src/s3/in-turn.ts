// Runs work on the same key one after the other.

export type KeyQueues = Map<string, Promise<void>>;

/** Runs `work` when all earlier work on the same key has finished or failed. */
export async function runInKeyOrder<T>(turns: KeyQueues, key: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(key) ?? Promise.resolve();
  const run = before.then(work);
  const through = run.then(
    () => undefined,
    () => undefined,
  );
  turns.set(key, through);
  try {
    return await run;
  } finally {
    if (turns.get(key) === through) turns.delete(key);
  }
}
