// Messages between the primary process of a service and its workers.
import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** Metrics of one process, as its registry returns them. */
export type ProcessMetrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/** A worker's health as reported to the primary. */
export interface WorkerHealth {
  readonly ready: boolean;
  readonly readOnly: string | undefined;
  /** Why the worker is not ready, or a note for operators, with addresses. */
  readonly reason: string | undefined;
}

/** First message to a worker. */
export interface WorkerStart {
  readonly kind: 'begin';
  /** Number of the worker, from 1. A replacement gets the number of its predecessor. */
  readonly number: number;
  /** True if other workers already serve. The worker then accepts connections once it is ready. */
  readonly isLate: boolean;
  /** Key that all workers share, so that a name has the same hash in every line of the audit log. */
  readonly auditKey: string;
}

export type MessageToWorker =
  | WorkerStart
  | { readonly kind: 'stop' }
  | { readonly kind: 'metrics?'; readonly id: number }
  /** Number of connections to close. Replaces the number in any earlier message. */
  | { readonly kind: 'give up'; readonly connections: number }
  | SharedMessage;

export type MessageToPrimary =
  | { readonly kind: 'health'; readonly health: WorkerHealth }
  | { readonly kind: 'metrics'; readonly id: number; readonly metrics: ProcessMetrics }
  /** Number of open connections. */
  | { readonly kind: 'connections'; readonly count: number }
  | SharedMessage;

/** A message between the two sides of shared state, such as the users. */
interface SharedMessage {
  readonly kind: 'shared';
  readonly message: unknown;
}

/** The primary's side of the state shared with one worker. */
export interface SharedWorkerState {
  receive(message: unknown): void;
  /** Call when the worker has ended. */
  end(): void;
}
