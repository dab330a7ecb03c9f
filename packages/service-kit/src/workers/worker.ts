// Connects a worker to the primary process.
import cluster from 'node:cluster';
import type { Registry } from 'prom-client';
import type { Health } from '../health/health.ts';
import type { MessageToPrimary, MessageToWorker, WorkerHealth, WorkerStart } from './messages.ts';

/** Keep-alive connections of clients. */
export interface WorkerConnections {
  readonly count: number;
  /** Closes this many connections, each after its next request. Replaces the number in earlier calls. */
  giveUp(connections: number): void;
}

/** Interface of a worker to the primary process. */
export interface WorkerContext {
  /** Number of the worker, starting at 1. */
  readonly number: number;
  /** True if other workers already serve requests. A late worker accepts connections only when it is ready. */
  readonly isLate: boolean;
  readonly auditKey: string;
  /** Channel to the state that the primary process shares. */
  readonly shared: {
    send(message: unknown): void;
    /** Registers the message handler. Messages that arrive before this call are lost. */
    onMessage(receive: (message: never) => void): void;
  };
  /** Reports the worker's health to the primary process, immediately and after each change. */
  report(health: Health): () => void;
  tellMetrics(registry: Registry): void;
  /** Reports the number of connections to the primary process, and closes connections on its request. */
  evenOut(connections: WorkerConnections): void;
  /** Resolves when the primary process requests a stop or has ended. */
  readonly stopRequested: Promise<string>;
}

/** Interval for polling state that has no events, such as a full disk or the number of connections. */
const LOOK_EVERY_MS = 500;

/** Waits for the first message of the primary process. Resolves to undefined in a process that is not a worker. */
export async function connectToPrimary(): Promise<WorkerContext | undefined> {
  const { worker } = cluster;
  if (worker === undefined) return undefined;
  // Prevents Node from exiting at once when the primary process has ended, so that running requests can finish.
  worker.exitedAfterDisconnect = true;
  const tell = (message: MessageToPrimary): void => {
    if (process.connected) process.send!(message, () => undefined);
  };
  const begun = Promise.withResolvers<WorkerStart>();
  const stopRequest = Promise.withResolvers<string>();
  let registry: Registry | undefined;
  let closeSurplus: ((connections: number) => void) | undefined;
  let receive: ((message: never) => void) | undefined;

  process.on('message', (message: MessageToWorker) => {
    switch (message.kind) {
      case 'begin':
        return begun.resolve(message);
      case 'stop':
        return stopRequest.resolve('the primary process');
      case 'metrics?':
        return void registry
          ?.getMetricsAsJSON()
          .then((metrics) => tell({ kind: 'metrics', id: message.id, metrics }));
      case 'give up':
        return closeSurplus?.(message.connections);
      case 'shared':
        return receive?.(message.message as never);
    }
  });
  process.once('disconnect', () => stopRequest.resolve('the primary process is gone'));

  const { number, isLate, auditKey } = await begun.promise;
  return {
    number,
    isLate,
    auditKey,
    shared: {
      send: (message) => tell({ kind: 'shared', message }),
      onMessage(listener) {
        receive = listener;
      },
    },
    report(health) {
      let last: WorkerHealth | undefined;
      const report = (): void => {
        const { ready, readOnly, reasonInFull: reason } = health;
        if (last?.ready === ready && last.readOnly === readOnly && last.reason === reason) return;
        last = { ready, readOnly, reason };
        tell({ kind: 'health', health: last });
      };
      setInterval(report, LOOK_EVERY_MS).unref();
      report();
      return report;
    },
    tellMetrics(from) {
      registry = from;
    },
    evenOut(connections) {
      let last: number | undefined = 0;
      closeSurplus = (surplus) => {
        connections.giveUp(surplus);
        // Reports the next count even if it is unchanged, because the clients may have reconnected to this worker.
        last = undefined;
      };
      const look = (): void => {
        const { count } = connections;
        if (count !== last) tell({ kind: 'connections', count });
        last = count;
      };
      setInterval(look, LOOK_EVERY_MS).unref();
    },
    stopRequested: stopRequest.promise,
  };
}
