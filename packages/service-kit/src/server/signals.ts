// When a service is told to end: SIGTERM, SIGINT, or the end of the parent that started it with an IPC channel.
import type { Log } from '../observe/log.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

export interface SignalDependencies {
  readonly log: Log;
  /** Closes everything in order; a rejection is logged and gives exit code 1. */
  readonly stop: () => Promise<unknown>;
  /** The process, or what stands for it. */
  readonly process: Pick<NodeJS.Process, 'on' | 'exit'>;
}

/**
 * The first signal stops the service gracefully, a second one ends the process at once. Exits by itself: when
 * `stop` is done there is nothing left that is worth waiting for.
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
 * A worker stops when its primary process tells it, or is gone. A signal means the same: one of a terminal, or of who ends
 * all processes together, reaches both, in any order. It is the primary that ends those at once which take too long.
 */
export function stopWhenTold({ log, stop, process }: SignalDependencies, told: Promise<string>): void {
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
