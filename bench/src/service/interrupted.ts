// Cleans up when a benchmark is interrupted: stops servers, and removes folders of several gigabytes.
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const begun = new Set<() => Promise<unknown>>();

/**
 * Registers a clean-up function to run on SIGINT and similar signals, last registered first. Returns a function that
 * unregisters and runs it. The clean-up must be idempotent, because after an interruption it may run twice.
 */
export function addInterruptCleanup(end: () => Promise<unknown>): () => Promise<void> {
  if (begun.size === 0) for (const signal of signals) process.on(signal, endAll);
  begun.add(end);
  return async () => {
    await end();
    begun.delete(end);
    if (begun.size === 0) for (const signal of signals) process.off(signal, endAll);
  };
}

async function endAll(): Promise<void> {
  // Restores the default, so that a second signal ends the process immediately.
  for (const signal of signals) process.off(signal, endAll);
  for (const end of [...begun].reverse()) await end().catch(() => undefined);
  process.exit(1);
}
