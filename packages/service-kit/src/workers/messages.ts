// What the primary process of a service and its workers tell each other.
import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** The metrics of one process, as its registry gives them. */
export type MetricsOfProcess = readonly MetricObjectWithValues<MetricValue<string>>[];

/** What the primary knows of a worker's health. */
export interface WorkerHealth {
  readonly ready: boolean;
  readonly readOnly: string | undefined;
  /** Why it is not ready, or what operators should know; with addresses. */
  readonly reason: string | undefined;
}

/** What a worker is told before all else. */
export interface Beginning {
  readonly kind: 'begin';
  /** From 1. One that takes the place of another has its number. */
  readonly number: number;
  /** Others serve already: it takes connections when it is ready. */
  readonly isLate: boolean;
  /** Names in the audit log have the same hash whichever worker writes them. */
  readonly auditKey: string;
}

export type ToWorker =
  | Beginning
  | { readonly kind: 'stop' }
  | { readonly kind: 'metrics?'; readonly id: number }
  /** So many connections are to be given up, and no more of those that it was told of before. */
  | { readonly kind: 'give up'; readonly connections: number }
  | SharedMessage;

export type ToPrimary =
  | { readonly kind: 'health'; readonly health: WorkerHealth }
  | { readonly kind: 'metrics'; readonly id: number; readonly metrics: MetricsOfProcess }
  /** How many connections it holds. */
  | { readonly kind: 'connections'; readonly count: number }
  | SharedMessage;

/** Part of what both sides share beyond their processes, such as the users. */
interface SharedMessage {
  readonly kind: 'shared';
  readonly message: unknown;
}

/** What the primary has for one worker of what both share. */
export interface SharedWithWorker {
  receive(message: unknown): void;
  /** The worker has ended. */
  end(): void;
}
