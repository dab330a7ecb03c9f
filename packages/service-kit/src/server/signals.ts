// Stops a service on SIGTERM, SIGINT, or when its parent process (with an IPC channel) ends.
import type { Log } from '../observe/log.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

export interface SignalDependencies {
  readonly log: Log;
  /** Closes everything in order. If it rejects, the error is logged and the exit code is 1. */
  readonly stop: () => Promise<unknown>;
  /** The process, or a replacement for tests. */
  readonly process: Pick<NodeJS.Process, 'on' | 'exit'>;
}

/**
 * The first signal stops the service gracefully; a second one ends the process at once. Exits as soon as `stop` has
 * finished.
 */
export function stopOnSignals({ log, stop, process }: SignalDependencies): void {
  let stopping = false;

  function begin(why: string): void {
    stopping = true;
    void stopAndExit({ log, stop, process }, why);
  }

  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (!stopping) return begin(signal);
      log.warn({ signal }, 'ended at once by a second signal');
      process.exit(1);
    });
  }
  process.on('disconnect', () => {
    if (!stopping) begin('the parent process is gone');
  });
}

/**
 * Stops a worker when its primary process asks for it or is gone, or on a signal: a terminal or supervisor may signal
 * all processes, in any order. The primary kills workers that take too long.
 */
export function stopOnRequest({ log, stop, process }: SignalDependencies, told: Promise<string>): void {
  let stopping = false;
  const begin = (why: string): void => {
    if (!stopping) void stopAndExit({ log, stop, process }, why);
    stopping = true;
  };
  void told.then(begin);
  for (const signal of SIGNALS) process.on(signal, () => begin(signal));
}

async function stopAndExit({ log, stop, process }: SignalDependencies, why: string): Promise<void> {
  log.info({ why }, 'stopping');
  try {
    await stop();
    log.info('stopped');
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, 'stopping went wrong');
    process.exit(1);
  }
}
