// Runs tasks for the same key one after another.

export type KeyQueues = Map<string, Promise<void>>;

/** Runs `work` when all earlier tasks for the same key have finished or failed. */
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
