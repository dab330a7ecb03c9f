// What Prometheus is told of the health of what is stored.
import type { Metrics } from '@holdfast/http-kit';
import { Counter, Gauge } from 'prom-client';

export interface Health {
  damaged(): Promise<number>;
  /** Milliseconds since 1970; undefined while nothing is stored. */
  oldestCheckMs(): Promise<number | undefined>;
}

/** Asked whenever metrics are read; when that fails the last values stay. */
export function fixityMetrics({ registry }: Metrics, health: Health): void {
  const registers = [registry];
  new Gauge({
    name: 'damaged_artifacts',
    help: 'Artifacts that are known to be damaged and not yet repaired.',
    registers,
    async collect() {
      const count = await health.damaged().catch(() => undefined);
      if (count !== undefined) this.set(count);
    },
  });
  new Gauge({
    name: 'fixity_oldest_check_timestamp_seconds',
    help: 'When the object was last read, or stored, that was read longest ago.',
    registers,
    async collect() {
      const ms = await health.oldestCheckMs().catch(() => undefined);
      if (ms !== undefined) this.set(ms / 1000);
    },
  });
}

/** Told of readers that met damage. */
export function damageMetrics({ registry }: Metrics): () => void {
  const reads = new Counter({
    name: 'damaged_reads_total',
    help: 'Reads of artifacts that were refused or cut because what is stored is damaged.',
    registers: [registry],
  });
  return () => reads.inc();
}
