// Cleans up when a benchmark is interrupted: stops servers and removes folders of gigabytes.
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const begun = new Set<() => Promise<unknown>>();

/**
 * Registers a clean-up for interruptions; the one registered last runs first. Returns a function that runs and removes
 * the clean-up. The clean-up must be idempotent, because during an interruption its caller also fails and runs it a
 * second time.
 */
export function onInterrupt(end: () => Promise<unknown>): () => Promise<void> {
  if (begun.size === 0) for (const signal of signals) process.on(signal, endAll);
  begun.add(end);
  return async () => {
    await end();
    begun.delete(end);
    if (begun.size === 0) for (const signal of signals) process.off(signal, endAll);
  };
}

async function endAll(): Promise<void> {
  // A second interruption ends the process immediately.
  for (const signal of signals) process.off(signal, endAll);
  for (const end of [...begun].reverse()) await end().catch(() => undefined);
  process.exit(1);
}
