// When a service is told to end: SIGTERM, SIGINT, or the end of the parent that started it with an IPC channel.
import type { Log } from '../observe/log.ts';

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

  async function begin(why: string): Promise<void> {
    stopping = true;
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

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!stopping) return void begin(signal);
      log.warn({ signal }, 'ended at once by a second signal');
      process.exit(1);
    });
  }
  process.on('disconnect', () => {
    if (!stopping) void begin('the parent process is gone');
  });
}
