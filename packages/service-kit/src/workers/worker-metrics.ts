// Metrics of workers: the number of running workers, and the number of unexpected exits.
import { Counter, Gauge, type Registry } from 'prom-client';

/** Registers the metrics. Returns a function that counts one unexpected exit of a worker. */
export function registerWorkerMetrics(registry: Registry, running: () => number): () => void {
  const registers = [registry];
  new Gauge({
    name: 'holdfast_workers_running',
    help: 'Worker processes that handle requests.',
    registers,
    collect() {
      this.set(running());
    },
  });
  const ends = new Counter({
    name: 'holdfast_worker_exits_total',
    help: 'Workers that ended unexpectedly and were restarted.',
    registers,
  });
  return () => ends.inc();
}
