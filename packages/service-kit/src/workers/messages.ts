// Messages between the primary process of a service and its workers.
import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** Metrics of one process, as read from its registry. */
export type ProcessMetrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Health of a worker, as reported to the primary process. */
export interface WorkerHealth {
  readonly ready: boolean;
  readonly readOnly: string | undefined;
  /** Reason why the worker is not ready, or a note. For operators: contains addresses. */
  readonly reason: string | undefined;
}

/** First message from the primary process to a worker. */
export interface WorkerStart {
  readonly kind: 'begin';
  /** Number of the worker, starting at 1. A worker keeps its number when it is restarted. */
  readonly number: number;
  /** True if other workers already serve requests. A late worker accepts connections only when it is ready. */
  readonly isLate: boolean;
  /** Key for hashing user names. All workers share it, so that a user name has the same hash in the whole audit log. */
  readonly auditKey: string;
}

export type MessageToWorker =
  | WorkerStart
  | { readonly kind: 'stop' }
  | { readonly kind: 'metrics?'; readonly id: number }
  /** Number of connections to close. Replaces the number in earlier messages. */
  | { readonly kind: 'give up'; readonly connections: number }
  | SharedMessage;

export type MessageToPrimary =
  | { readonly kind: 'health'; readonly health: WorkerHealth }
  | { readonly kind: 'metrics'; readonly id: number; readonly metrics: ProcessMetrics }
  /** Number of open connections. */
  | { readonly kind: 'connections'; readonly count: number }
  | SharedMessage;

/** Message about shared state, such as the users. */
interface SharedMessage {
  readonly kind: 'shared';
  readonly message: unknown;
}

/** State that the primary process shares with one worker. */
export interface SharedWorkerState {
  receive(message: unknown): void;
  /** Releases the state. Call this when the worker has ended. */
  end(): void;
}
