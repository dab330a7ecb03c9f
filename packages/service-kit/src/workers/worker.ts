// The worker's side of the channel to the primary process.
import cluster from 'node:cluster';
import type { Registry } from 'prom-client';
import type { Health } from '../health/health.ts';
import type { Beginning, ToPrimary, ToWorker, WorkerHealth } from './messages.ts';

/** The connections that clients hold open. */
export interface HeldConnections {
  readonly count: number;
  /** So many are given up, whatever was said before: those on which something is asked next. */
  giveUp(connections: number): void;
}

/** What a process that is a worker has of the service that it belongs to. */
export interface WorkerPart {
  /** From 1. */
  readonly number: number;
  /** Takes connections when it is ready, because others serve already. */
  readonly isLate: boolean;
  readonly auditKey: string;
  /** To and from what the primary has for this worker of what both share. */
  readonly shared: {
    send(message: unknown): void;
    /** Messages that come before it is called are lost. */
    onMessage(receive: (message: never) => void): void;
  };
  /** Tells the primary, now and whenever it changes. */
  report(health: Health): () => void;
  tellMetrics(registry: Registry): void;
  /** Tells the primary how many there are, and gives up what it says. */
  evenOut(connections: HeldConnections): void;
  /** Resolves when the primary tells it to stop, or is gone. */
  readonly told: Promise<string>;
}

/** What does not announce itself, such as a disk without room or a connection, is seen this often. */
const LOOK_EVERY_MS = 500;

/** Resolves when the primary has said how to begin. Undefined in a process that is no worker. */
export async function workerPart(): Promise<WorkerPart | undefined> {
  const { worker } = cluster;
  if (worker === undefined) return undefined;
  // Else the process would end at once, with its requests under way, when the primary is gone.
  worker.exitedAfterDisconnect = true;
  const tell = (message: ToPrimary): void => {
    if (process.connected) process.send!(message, () => undefined);
  };
  const begun = Promise.withResolvers<Beginning>();
  const told = Promise.withResolvers<string>();
  let registry: Registry | undefined;
  let held: HeldConnections | undefined;
  let receive: ((message: never) => void) | undefined;

  process.on('message', (message: ToWorker) => {
    switch (message.kind) {
      case 'begin':
        return begun.resolve(message);
      case 'stop':
        return told.resolve('the primary process');
      case 'metrics?':
        return void registry
          ?.getMetricsAsJSON()
          .then((metrics) => tell({ kind: 'metrics', id: message.id, metrics }));
      case 'give up':
        return held?.giveUp(message.connections);
      case 'shared':
        return receive?.(message.message as never);
    }
  });
  process.once('disconnect', () => told.resolve('the primary process is gone'));

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
      held = connections;
      let last = 0;
      const look = (): void => {
        const { count } = connections;
        if (count !== last) tell({ kind: 'connections', count });
        last = count;
      };
      setInterval(look, LOOK_EVERY_MS).unref();
    },
    told: told.promise,
  };
}
