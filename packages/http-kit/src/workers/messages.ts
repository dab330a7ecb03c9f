// What the primary process of a service and its workers tell each other.
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { Account } from '../auth/account.ts';
import type { Login } from '../auth/users.ts';

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
  /** The users have changed: credentials that were right may no longer be. */
  | { readonly kind: 'forget' }
  | { readonly kind: 'metrics?'; readonly id: number }
  /** So many connections are to be given up, and no more of those that it was told of before. */
  | { readonly kind: 'give up'; readonly connections: number }
  /** The users were read again, and all workers told. */
  | { readonly kind: 'reread'; readonly id: number }
  | {
      readonly kind: 'user';
      readonly id: number;
      readonly account: Account | undefined;
      readonly isLasting: boolean;
    }
  | {
      readonly kind: 'login';
      readonly id: number;
      /** Undefined: it could not be found out. */
      readonly login: Login | undefined;
      /** The users have not changed since it was asked: the worker may remember it. */
      readonly isLasting: boolean;
    };

export type ToPrimary =
  /** Who is that? */
  | { readonly kind: 'user?'; readonly id: number; readonly name: string }
  /** The users file has been changed. */
  | { readonly kind: 'reread?'; readonly id: number }
  | { readonly kind: 'health'; readonly health: WorkerHealth }
  | { readonly kind: 'metrics'; readonly id: number; readonly metrics: MetricsOfProcess }
  /** How many connections it holds. */
  | { readonly kind: 'connections'; readonly count: number }
  | {
      readonly kind: 'login?';
      readonly id: number;
      readonly name: string;
      readonly password: string;
      /** Address of the client. */
      readonly client: string;
    }
  /** Nobody waits for that login any more. */
  | { readonly kind: 'left'; readonly id: number };
