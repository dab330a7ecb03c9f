// How many processes answer requests, and how many have ended unasked.
import { Counter, Gauge, type Registry } from 'prom-client';

/** Gives how to count one that ended. */
export function workerMetrics(registry: Registry, running: () => number): () => void {
  const registers = [registry];
  new Gauge({
    name: 'holdfast_workers_running',
    help: 'Processes that answer requests.',
    registers,
    collect() {
      this.set(running());
    },
  });
  const ends = new Counter({
    name: 'holdfast_worker_ends_total',
    help: 'Workers that ended unasked, and were started again.',
    registers,
  });
  return () => ends.inc();
}
