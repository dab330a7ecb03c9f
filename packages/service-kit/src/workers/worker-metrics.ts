// Metrics of worker processes: how many are running, and how many ended unexpectedly.
import { Counter, Gauge, type Registry } from 'prom-client';

/** Returns a function that counts an unexpected end. */
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
    name: 'holdfast_worker_ends_total',
    help: 'Workers that ended unexpectedly and were restarted.',
    registers,
  });
  return () => ends.inc();
}
