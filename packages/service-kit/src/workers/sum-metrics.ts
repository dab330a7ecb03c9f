// Aggregates the metrics of all processes of a service. Most metrics are summed. If all processes report the same
// value, the metric's aggregator takes the maximum or minimum instead.
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { ProcessMetrics } from './messages.ts';

export interface WorkerMetrics {
  /** Returns the worker's current metrics, or its last ones if it does not respond in time. */
  ask(): Promise<ProcessMetrics>;
}

export interface MetricsSummer {
  readonly contentType: string;
  /** Returns the metrics in Prometheus' text format. */
  text(workers: readonly WorkerMetrics[]): Promise<string>;
  /** Call with the last metrics of a worker that has ended, so that its counters stay included. */
  ended(last: ProcessMetrics): void;
}

/** Creates the aggregation. `own`: the registry of the primary process. */
export function sumMetrics(own: Registry): MetricsSummer {
  let ofEnded: readonly ProcessMetrics[] = [];

  /** Merges the counters of ended workers into one list, so that it does not grow. */
  async function fold(): Promise<void> {
    const folded = ofEnded;
    const sum = await AggregatorRegistry.aggregate([...folded]).getMetricsAsJSON();
    if (ofEnded === folded) ofEnded = [sum];
  }

  return {
    contentType: own.contentType,
    async text(workers) {
      // The list is copied first, because a worker that ends during the request adds its last metrics to it. The
      // responses may already include these metrics, which must not count twice.
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
