// The metrics of a service of several processes as those of one: sums, and for what all of them tell alike the largest or
// the smallest, as each metric says by its aggregator.
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { MetricsOfProcess } from './messages.ts';

export interface MetricsOfWorker {
  /** What the worker says now; what it said last when it does not answer in time. */
  ask(): Promise<MetricsOfProcess>;
}

export interface SummedMetrics {
  readonly contentType: string;
  /** In Prometheus' text format. */
  text(workers: readonly MetricsOfWorker[]): Promise<string>;
  /** A worker has ended, and this is what it said last: what it counted stays counted. */
  ended(last: MetricsOfProcess): void;
}

/** `own`: the registry of the primary process. */
export function sumMetrics(own: Registry): SummedMetrics {
  let ofEnded: readonly MetricsOfProcess[] = [];

  /** However many have ended, what they counted is one list soon. */
  async function fold(): Promise<void> {
    const folded = ofEnded;
    const sum = await AggregatorRegistry.aggregate([...folded]).getMetricsAsJSON();
    if (ofEnded === folded) ofEnded = [sum];
  }

  return {
    contentType: own.contentType,
    async text(workers) {
      // Of a worker that ends while it is asked, what it said last is among the answers.
      const endedBefore = ofEnded;
      const told = await Promise.all([own.getMetricsAsJSON(), ...workers.map((worker) => worker.ask())]);
      return AggregatorRegistry.aggregate([...told, ...endedBefore]).metrics();
    },
    ended(last) {
      ofEnded = [...ofEnded, last.filter(({ type }) => COUNTING.has(String(type)))];
      void fold();
    },
  };
}

const COUNTING: ReadonlySet<string> = new Set(['counter', 'histogram']);
