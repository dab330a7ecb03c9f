// Metrics for setups with several object stores: which stores are in use, how many objects each store lacks, and how
// many were copied or repaired.
import type { CopySet, CopyTask } from '@holdfast/object-store';
import { type Metrics, registerPolledGauges } from '@holdfast/service-kit';
import { Counter, Gauge } from 'prom-client';

export interface CopyObserver {
  onFault(store: string, fault: 'missing' | 'damaged'): void;
  onDone(task: CopyTask['kind'], outcome: string): void;
  onFailure(task: CopyTask['kind']): void;
}

/** `copies` returns undefined if only one store is configured. */
export function createCopyMetrics(
  metrics: Metrics,
  names: readonly string[],
  copies: () => CopySet | undefined,
): CopyObserver {
  const registers = [metrics.registry];
  new Gauge({
    name: 'holdfast_store_usable',
    help: '1 if an object store is read and written, 0.5 if it is only read, 0 otherwise.',
    labelNames: ['store'],
    registers,
    aggregator: 'min',
    collect() {
      for (const { name, blocked, writeBlocked } of copies()?.views() ?? []) {
        this.set({ store: name }, blocked === undefined ? (writeBlocked === undefined ? 1 : 0.5) : 0);
      }
    },
  });
  const faults = new Counter({
    name: 'holdfast_copy_faults_total',
    help: 'Copies that readers found missing or damaged while another copy was read.',
    labelNames: ['store', 'fault'],
    registers,
  });
  const done = new Counter({
    name: 'holdfast_copy_tasks_total',
    help: 'Delayed creations and deletions of copies, by outcome.',
    labelNames: ['task', 'outcome'],
    registers,
  });
  // Start the counter at 0. A counter that first appears with the value 1 shows no increase in Prometheus.
  for (const store of names) for (const fault of ['missing', 'damaged']) faults.inc({ store, fault }, 0);
  for (const outcome of ['copied', 'present', 'gone', 'failed']) done.inc({ task: 'copy', outcome }, 0);
  const total = async () => {
    const counts = (await copies()?.catalogue.counts()) ?? [];
    const sum = (value: (count: (typeof counts)[number]) => number) =>
      counts.reduce((before, count) => before + value(count), 0);
    return {
      missing: sum(({ missing }) => missing),
      damaged: sum(({ damaged }) => damaged),
      deletes: sum(({ deletes }) => deletes),
      oldestSeconds: Math.max(0, ...counts.map(({ oldestMs }) => oldestMs / 1000)),
    };
  };
  registerPolledGauges(metrics, total, [
    {
      name: 'holdfast_copies_missing',
      help: 'Copies that object stores lack and that are still to be made.',
      value: ({ missing }) => missing,
    },
    {
      name: 'holdfast_copies_damaged',
      help: 'Copies that are known to be damaged.',
      value: ({ damaged }) => damaged,
    },
    {
      name: 'holdfast_copies_undeleted',
      help: 'Copies of deleted objects that object stores still have.',
      value: ({ deletes }) => deletes,
    },
    {
      name: 'holdfast_copies_oldest_seconds',
      help: 'Age of the oldest copy that is missing, damaged or undeleted.',
      value: ({ oldestSeconds }) => oldestSeconds,
    },
  ]);
  return {
    onFault: (store, fault) => faults.inc({ store, fault }),
    onDone: (task, outcome) => done.inc({ task, outcome }),
    onFailure: (task) => done.inc({ task, outcome: 'failed' }),
  };
}
