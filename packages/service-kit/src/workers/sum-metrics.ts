// Aggregates the metrics of all processes of a service. Metrics are summed by default. A metric that has the same value
// in all processes must declare the aggregator `max` or `min`.
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { ProcessMetrics } from './messages.ts';

export interface WorkerMetrics {
  /** Returns the worker's current metrics, or its previous ones if it does not respond in time. */
  ask(): Promise<ProcessMetrics>;
}

export interface MetricsSummer {
  readonly contentType: string;
  /** Returns the aggregated metrics in Prometheus text format. */
  text(workers: readonly WorkerMetrics[]): Promise<string>;
  /** Preserves the counters of a worker that has ended. `last` contains its last metrics. */
  ended(last: ProcessMetrics): void;
}

/** Creates the aggregator. `own` is the registry of the primary process. */
export function sumMetrics(own: Registry): MetricsSummer {
  let ofEnded: readonly ProcessMetrics[] = [];

  /** Merges the counters of all ended workers into one entry, to keep the list short. */
  async function fold(): Promise<void> {
    const folded = ofEnded;
    const sum = await AggregatorRegistry.aggregate([...folded]).getMetricsAsJSON();
    if (ofEnded === folded) ofEnded = [sum];
  }

  return {
    contentType: own.contentType,
    async text(workers) {
      // Copies the list before requesting metrics: if a worker responds and then ends, its metrics are added to the
      // list, and would be counted twice.
      const endedBefore = ofEnded;
      const collected = await Promise.all([own.getMetricsAsJSON(), ...workers.map((worker) => worker.ask())]);
      return AggregatorRegistry.aggregate([...collected, ...endedBefore]).metrics();
    },
    ended(last) {
      ofEnded = [...ofEnded, last.filter(({ type }) => COUNTING.has(String(type)))];
      void fold();
    },
  };
}

const COUNTING: ReadonlySet<string> = new Set(['counter', 'histogram']);
