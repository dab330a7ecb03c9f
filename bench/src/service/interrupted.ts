// What a benchmark has begun and must end when it is interrupted: servers, and folders of gigabytes.
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const begun = new Set<() => Promise<unknown>>();

/**
 * Has this ended when the benchmark is interrupted, before what was begun earlier. Answers how to end it otherwise. To end
 * it twice must do no harm: what uses it fails meanwhile, and ends it as well.
 */
export function endedWhenInterrupted(end: () => Promise<unknown>): () => Promise<void> {
  if (begun.size === 0) for (const signal of signals) process.on(signal, endAll);
  begun.add(end);
  return async () => {
    await end();
    begun.delete(end);
    if (begun.size === 0) for (const signal of signals) process.off(signal, endAll);
  };
}

async function endAll(): Promise<void> {
  // Who interrupts it once more does not want to wait.
  for (const signal of signals) process.off(signal, endAll);
  for (const end of [...begun].reverse()) await end().catch(() => undefined);
  process.exit(1);
}
