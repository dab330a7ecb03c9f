// Stops a service on SIGTERM or SIGINT, or when its parent process ends, which is detected through the IPC channel.
import type { Log } from '../observe/log.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

export interface SignalDependencies {
  readonly log: Log;
  /** Shuts everything down in order. If it rejects, the error is logged and the exit code is 1. */
  readonly stop: () => Promise<unknown>;
  /** The current process, or a fake in tests. */
  readonly process: Pick<NodeJS.Process, 'on' | 'exit'>;
}

/** Stops the service at the first signal and exits when `stop` has resolved. Exits at once at the second signal. */
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
 * Stops a worker on a signal, when its primary process requests a stop, or when the primary process has ended. A
 * terminal or supervisor may signal all processes, in any order. The primary kills workers that take too long.
 */
export function stopOnRequest({ log, stop, process }: SignalDependencies, requested: Promise<string>): void {
  let stopping = false;
  const begin = (why: string): void => {
    if (!stopping) void stopAndExit({ log, stop, process }, why);
    stopping = true;
  };
  void requested.then(begin);
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
