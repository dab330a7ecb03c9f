// Disk space metrics: free bytes, reserve, and requests refused because a disk is full.
import { Counter, Gauge } from 'prom-client';
import type { Metrics } from '../observe/metrics.ts';
import type { DiskSpace } from './disk-space.ts';

export function registerDiskMetrics({ registry }: Metrics, space: DiskSpace): void {
  const registers = [registry];
  const labelNames = ['disk'];
  new Gauge({
    name: 'holdfast_disk_free_bytes',
    help: 'Free space of a disk that the service writes to; absent until it is known.',
    labelNames,
    registers,
    aggregator: 'min',
    collect() {
      for (const { name, freeBytes } of space.disks)
        if (freeBytes !== undefined) this.set({ disk: name }, freeBytes);
    },
  });
  new Gauge({
    name: 'holdfast_disk_reserve_bytes',
    help: 'Reserve of the disk. With less free space, nothing is stored.',
    labelNames,
    registers,
    aggregator: 'max',
    collect() {
      for (const { name, reserveBytes } of space.disks) this.set({ disk: name }, reserveBytes);
    },
  });
  new Gauge({
    name: 'holdfast_writes_possible',
    help: '0 while nothing is stored because a disk is full, 1 otherwise.',
    registers,
    aggregator: 'min',
    collect() {
      this.set(space.full === undefined ? 1 : 0);
    },
  });
}

/** Counts requests that were refused because a disk is full. */
export function createRefusedWriteCounter({ registry }: Metrics): () => void {
  const refused = new Counter({
    name: 'holdfast_writes_refused_total',
    help: 'Requests refused at their start because a disk is full.',
    registers: [registry],
  });
  return () => refused.inc();
}
