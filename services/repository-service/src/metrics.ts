// Metrics of imports, segments, content reads, object store requests and resource use. See replay-metrics.ts for replay
// and jobs/ for jobs.
import type { Tracing } from '@holdfast/http-kit';
import type { ObjectStore, StoreHooks } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { type Metrics, registerPolledGauges } from '@holdfast/service-kit';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { ContentCacheOptions } from './content/content-cache.ts';
import { dropReasons } from './domain/companions/record-grouper.ts';
import { companionTypes } from './domain/record/read-companion.ts';
import type { ArchiveDeps } from './features/archives/archives.ts';
import { readBackupAge } from './index/keeping/backup.db.ts';
import { readStoredTotals } from './index/keeping/usage.db.ts';
import type { IndexSchema } from './index/schema.ts';
import type { CommitDeps } from './ingest/storing/segment-committer.ts';

const MiB = 1024 * 1024;

export function createImportMetrics({ registry }: Metrics): Pick<ArchiveDeps, 'onImport' | 'onImported'> {
  const registers = [registry];
  const underWay = new Gauge({ name: 'holdfast_imports_in_progress', help: 'Running imports.', registers });
  const imports = new Counter({
    name: 'holdfast_imports_total',
    help: 'Finished imports, by whether the whole upload was read.',
    labelNames: ['outcome'],
    registers,
  });
  const records = new Counter({
    name: 'holdfast_import_records_total',
    help: 'Records of uploads, by the status in the answer.',
    labelNames: ['status'],
    registers,
  });
  const bytes = new Counter({
    name: 'holdfast_import_upload_bytes_total',
    help: 'Bytes read from uploaded archives.',
    registers,
  });
  const kept = new Counter({
    name: 'holdfast_import_companions_kept_total',
    help: 'Uploaded records that were stored next to artifacts, by WARC-Type.',
    labelNames: ['type'],
    registers,
  });
  const dropped = new Counter({
    name: 'holdfast_import_companions_dropped_total',
    help: 'Companion records that were not stored: with a duplicate or excluded record, damaged, or because of KEEP_RECORDS.',
    labelNames: ['reason'],
    registers,
  });
  const alone = new Counter({
    name: 'holdfast_import_companions_alone_total',
    help: 'Companion records that were stored without an imported artifact.',
    registers,
  });
  // Start the counter at 0. A counter that first appears with the value 1 shows no increase in Prometheus.
  for (const outcome of ['complete', 'failed']) imports.inc({ outcome }, 0);
  for (const status of ['OK', 'DUPLICATE', 'EXCLUDED', 'ERROR']) records.inc({ status }, 0);
  for (const type of companionTypes) kept.inc({ type }, 0);
  for (const reason of dropReasons) dropped.inc({ reason }, 0);
  return {
    onImport: () => underWay.inc(),
    onImported: (outcome, { results, companions, uploadBytes }) => {
      underWay.dec();
      imports.inc({ outcome });
      for (const [status, count] of Object.entries(results)) records.inc({ status }, count);
      for (const [type, count] of Object.entries(companions.kept)) kept.inc({ type }, count);
      for (const [reason, count] of Object.entries(companions.dropped)) dropped.inc({ reason }, count);
      alone.inc(companions.alone);
      bytes.inc(uploadBytes);
    },
  };
}

/** Counts segments in the store and in the index, by origin. */
export function createSegmentMetrics({ registry }: Metrics): NonNullable<CommitDeps['onSegment']> {
  const registers = [registry];
  const labelNames = ['origin'];
  const records = new Histogram({
    name: 'holdfast_segment_records',
    help: 'Records per written segment. Origin "created": creates that shared a commit.',
    labelNames,
    buckets: [1, 2, 5, 10, 20, 50, 100, 500, 1_000, 5_000],
    registers,
  });
  const sizes = new Histogram({
    name: 'holdfast_segment_size_bytes',
    help: 'Sizes of the written segments.',
    labelNames,
    buckets: [4096, 65_536, MiB, 8 * MiB, 64 * MiB, 512 * MiB, 4096 * MiB],
    registers,
  });
  for (const origin of ['imported', 'created', 'migrated']) {
    records.zero({ origin });
    sizes.zero({ origin });
  }
  return (origin, segment) => {
    records.observe({ origin }, segment.records);
    sizes.observe({ origin }, segment.sizeBytes);
  };
}

export function createContentMetrics(
  { registry }: Metrics,
  bytes: () => number,
): ContentCacheOptions['onRead'] {
  const registers = [registry];
  new Gauge({
    name: 'holdfast_content_cache_bytes',
    help: 'Memory used by cached contents.',
    registers,
    collect() {
      this.set(bytes());
    },
  });
  const reads = new Counter({
    name: 'holdfast_content_cache_reads_total',
    help: 'Reads of small contents, by whether the cache had them.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['hit', 'miss']) reads.inc({ outcome }, 0);
  return (outcome) => reads.inc({ outcome });
}

/** Measures requests to the object store, and traces them if tracing is on. */
export function createStoreHooks({ registry }: Metrics, tracing: Tracing | undefined): Required<StoreHooks> {
  const durations = new Histogram({
    name: 'holdfast_object_store_request_duration_seconds',
    help: 'Requests to the object store, by operation and outcome.',
    labelNames: ['operation', 'outcome'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [registry],
  });
  return {
    onRequest: (operation, outcome, durationMs) => {
      durations.observe({ operation, outcome }, durationMs / 1000);
      tracing?.called({ system: 'object store', operation, outcome, durationMs });
    },
  };
}

interface CapacityUse {
  /** `uploads`: number of uploads assigned to each codec thread. `busy`: number of threads reading an upload. */
  readonly codec: { uploads(): readonly number[]; busy(): number };
  readonly creates: { readonly count: number };
  readonly maxCreates: number;
  readonly maxImports: number;
}

export function addCapacityMetrics(
  { registry }: Metrics,
  { codec, creates, maxCreates, maxImports }: CapacityUse,
): void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value());
      },
    });
  const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
  gauge('holdfast_imports_limit', 'Maximum number of concurrent imports.', () => maxImports);
  gauge('holdfast_creates_in_progress', 'Artifacts that are being created.', () => creates.count);
  gauge(
    'holdfast_creates_limit',
    'Maximum number of artifacts that can be created concurrently.',
    () => maxCreates,
  );
  gauge('holdfast_codec_threads', 'Threads that read uploads.', () => codec.uploads().length);
  gauge('holdfast_codec_threads_busy', 'Codec threads that are reading an upload.', () => codec.busy());
  gauge(
    'holdfast_codec_uploads',
    'Uploads that the codec threads are reading, including fixity checks.',
    () => total(codec.uploads()),
  );
}

/** Minimum time between two queries of the totals, because such a query reads every AU. */
const TOTALS_FRESH_MS = 60_000;

export function addStoredMetrics(metrics: Metrics, db: Executor<IndexSchema>, store: ObjectStore): void {
  registerPolledGauges(
    metrics,
    () => readStoredTotals(db),
    [
      { name: 'holdfast_stored_aus', help: 'AUs that have artifacts.', value: ({ aus }) => aus },
      {
        name: 'holdfast_stored_artifacts',
        help: 'Artifacts in the repository.',
        value: ({ artifacts }) => artifacts,
      },
      {
        name: 'holdfast_stored_warc_bytes',
        help: 'Bytes of all segments, including deleted records.',
        value: ({ warcBytes }) => warcBytes,
      },
    ],
    { freshMs: TOTALS_FRESH_MS },
  );
  registerPolledGauges(metrics, () => store.usage(), [
    {
      name: 'holdfast_object_store_free_bytes',
      help: 'Free space of the object store; absent if the store does not report it.',
      value: ({ availableBytes }) => availableBytes,
    },
    {
      name: 'holdfast_object_store_size_bytes',
      help: 'Capacity of the object store; absent if it is unknown.',
      value: ({ sizeBytes }) => sizeBytes,
    },
  ]);
}

/** `periodMs`: expected interval between backups. With 0, the backup alert never fires. */
export function addBackupMetrics(metrics: Metrics, db: Executor<IndexSchema>, periodMs: number): void {
  registerPolledGauges(metrics, () => readBackupAge(db), [
    {
      name: 'holdfast_backup_age_seconds',
      help: 'Age of the last complete backup, or of the index if there was none.',
      value: (seconds: number) => seconds,
    },
  ]);
  new Gauge({
    name: 'holdfast_backup_period_seconds',
    help: 'Period of backups (BACKUP_PERIOD); 0 if it is not set.',
    registers: [metrics.registry],
    aggregator: 'max',
  }).set(periodMs / 1000);
}

/** Metric that is 1 if any process of the service has found that the index is older than the store. */
export function addOlderIndexMetric({ registry }: Metrics, isOlder: () => boolean): void {
  new Gauge({
    name: 'holdfast_index_older_than_store',
    help: '1 while the service refuses to work because its index is older than the object store.',
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.set(isOlder() ? 1 : 0);
    },
  });
}
