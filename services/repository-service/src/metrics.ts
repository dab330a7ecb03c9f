// What Prometheus is told of storing: imports by outcome, records, bytes, and requests to the object store.
import type { Metrics } from '@holdfast/http-kit';
import type { StoreHooks } from '@holdfast/object-store';
import { Counter, Histogram } from 'prom-client';
import type { ArchiveDeps } from './features/archives/archives.ts';

export function importMetrics({ registry }: Metrics): ArchiveDeps['onImported'] {
  const registers = [registry];
  const imports = new Counter({
    name: 'imports_total',
    help: 'Imports that came to their end, by whether all of the upload was read.',
    labelNames: ['outcome'],
    registers,
  });
  const records = new Counter({
    name: 'import_records_total',
    help: 'Records of uploads, by the status they were answered with.',
    labelNames: ['status'],
    registers,
  });
  const bytes = new Counter({
    name: 'import_upload_bytes_total',
    help: 'Bytes of archives read.',
    registers,
  });
  return (outcome, counts, uploadBytes) => {
    imports.inc({ outcome });
    for (const [status, count] of Object.entries(counts)) records.inc({ status }, count);
    bytes.inc(uploadBytes);
  };
}

export function storeMetrics({ registry }: Metrics): Required<StoreHooks> {
  const durations = new Histogram({
    name: 'object_store_request_duration_seconds',
    help: 'Requests to the object store, by operation and outcome.',
    labelNames: ['operation', 'outcome'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [registry],
  });
  return {
    onRequest: (operation, outcome, durationMs) =>
      durations.observe({ operation, outcome }, durationMs / 1000),
  };
}
