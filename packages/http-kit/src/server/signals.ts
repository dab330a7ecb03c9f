// SIGTERM and SIGINT: the first stops the service gracefully, a second one ends it at once.
import type { Log } from '../observe/log.ts';

export interface SignalDependencies {
  readonly log: Log;
  /** Closes everything in order; a rejection is logged and gives exit code 1. */
  readonly stop: () => Promise<unknown>;
  /** The process, or what stands for it. */
  readonly process: Pick<NodeJS.Process, 'on' | 'exit'>;
}

/** Exits the process itself: when `stop` is done there is nothing left that is worth waiting for. */
export function stopOnSignals({ log, stop, process }: SignalDependencies): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) {
      log.warn({ signal }, 'stopped at once by a second signal');
      process.exit(1);
      return;
    }
    stopping = true;
    log.info({ signal }, 'stopping');
    stop().then(
      () => {
        log.info('stopped');
        process.exit(0);
      },
      (error: unknown) => {
        log.error({ err: error }, 'stopping went wrong');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
