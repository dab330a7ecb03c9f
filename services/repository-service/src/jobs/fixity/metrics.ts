// Prometheus metrics of fixity.
import { type Metrics, registerPolledGauges } from '@holdfast/service-kit';
import { Counter } from 'prom-client';

export interface FixityHealth {
  damaged(): Promise<number>;
  faultyObjects(): Promise<number>;
  /** Returns the time of the least recent check, in milliseconds since 1970. Undefined while nothing is stored. */
  oldestCheckMs(): Promise<number | undefined>;
}

export function registerFixityMetrics(metrics: Metrics, health: FixityHealth): void {
  registerPolledGauges(metrics, () => health.damaged(), [
    {
      name: 'holdfast_damaged_artifacts',
      help: 'Artifacts that are known to be damaged and not yet repaired.',
      value: (count) => count,
    },
  ]);
  registerPolledGauges(metrics, () => health.faultyObjects(), [
    {
      name: 'holdfast_damaged_objects',
      help: 'Damaged objects in the object store.',
      value: (count) => count,
    },
  ]);
  const options = { freshMs: 60_000 };
  const oldest = {
    name: 'holdfast_fixity_oldest_check_timestamp_seconds',
    help: 'Time at which the least recently checked object was read or stored.',
    value: (ms: number | undefined) => (ms === undefined ? undefined : ms / 1000),
  };
  registerPolledGauges(metrics, () => health.oldestCheckMs(), [oldest], options);
}

export function createDamageCounter({ registry }: Metrics): () => void {
  const reads = new Counter({
    name: 'holdfast_damaged_reads_total',
    help: 'Reads of artifacts that were refused or ended early because the stored bytes are damaged.',
    registers: [registry],
  });
  return () => reads.inc();
}
