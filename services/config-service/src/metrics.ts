// Prometheus metrics of AUs, plugins, titles, configuration sources, loads, and requests to the repository service.
import { type Metrics, registerPolledGauges } from '@holdfast/service-kit';
import { Counter, Gauge, Histogram } from 'prom-client';
import { type LoadState, readLoadState } from './index/configuration/load-state.db.ts';
import {
  countInventory,
  countSourceStates,
  type Inventory,
  type SourceStates,
} from './index/inventory.db.ts';
import { type JournalLag, readConfigurationLag } from './index/journal/journal-state.db.ts';
import type { Db } from './index/schema/schema.ts';
import type { LoadObserver } from './loading/one-load.ts';
import type { RepositorySettings } from './repository/requester.ts';

/** Lifetime of cached row counts. Counting rows is slow. */
const INVENTORY_FRESH_MS = 30_000;

export function addInventoryMetrics(metrics: Metrics, db: Db): void {
  const gauges = [
    { name: 'holdfast_plugins_loaded', help: 'Plugins in use.', value: ({ plugins }: Inventory) => plugins },
    {
      name: 'holdfast_title_database_aus',
      help: 'AUs in the title database.',
      value: ({ titleAus }: Inventory) => titleAus,
    },
    {
      name: 'holdfast_configured_aus',
      help: 'AUs with a configuration, by state (active, inactive).',
      byLabel: {
        label: 'state',
        values: ({ activeAus, inactiveAus }: Inventory) => ({ active: activeAus, inactive: inactiveAus }),
      },
    },
  ];
  registerPolledGauges(metrics, () => countInventory(db), gauges, { freshMs: INVENTORY_FRESH_MS });
}

/** Registers metrics of the last load. Any replica of the service may have run the load. */
export function addLoadStateMetrics(metrics: Metrics, db: Db): void {
  const seconds = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1000);
  registerPolledGauges(metrics, () => readLoadState(db), [
    {
      name: 'holdfast_config_load_start_timestamp_seconds',
      help: 'Start of the last load.',
      value: ({ startedMs }: LoadState) => seconds(startedMs),
    },
    {
      name: 'holdfast_config_load_end_timestamp_seconds',
      help: 'End of the last load.',
      value: ({ endedMs }) => seconds(endedMs),
    },
    {
      name: 'holdfast_config_load_change_timestamp_seconds',
      help: 'Start of the last load that changed something.',
      value: ({ changedMs }) => seconds(changedMs),
    },
    {
      name: 'holdfast_config_loads_pending',
      help: 'Pending load requests.',
      value: ({ requested, done }) => requested - done,
    },
    {
      name: 'holdfast_config_load_problems',
      help: 'Problems of the last load by step; the log has the details.',
      byLabel: { label: 'step', values: ({ problemCounts }) => byStep(problemCounts) },
    },
    {
      name: 'holdfast_config_load_notices',
      help: 'Notices of the last load by step, which need no action, such as AUs with several title entries.',
      byLabel: { label: 'step', values: ({ noticeCounts }) => byStep(noticeCounts) },
    },
  ]);
  registerPolledGauges(metrics, () => countSourceStates(db), [
    {
      name: 'holdfast_config_sources',
      help: 'Configuration sources by state: fresh, last good copy, or missing.',
      byLabel: {
        label: 'state',
        values: ({ fresh, copy, missing }: SourceStates) => ({ fresh, copy, missing }),
      },
    },
  ]);
}

function byStep(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(STEPS.map((step) => [step, counts[step] ?? 0]));
}

const STEPS = ['plugins', 'sources', 'titles'];

export function createLoadMetrics({ registry }: Metrics): LoadObserver {
  const registers = [registry];
  const steps = new Counter({
    name: 'holdfast_config_load_steps_total',
    help: 'Loading steps carried out by this process, by outcome.',
    labelNames: ['step', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'holdfast_config_load_step_duration_seconds',
    help: 'Duration of completed loading steps.',
    labelNames: ['step'],
    buckets: [0.01, 0.1, 1, 10, 60, 300, 1_800],
    registers,
  });
  for (const step of STEPS) {
    durations.zero({ step });
    for (const outcome of ['changed', 'unchanged', 'failed']) steps.inc({ step, outcome }, 0);
  }
  return (step, outcome, durationMs) => {
    steps.inc({ step, outcome });
    durations.observe({ step }, durationMs / 1000);
  };
}

export function createRepositoryMetrics({ registry }: Metrics): NonNullable<RepositorySettings['onRequest']> {
  const durations = new Histogram({
    name: 'holdfast_repository_request_duration_seconds',
    help: 'Duration of requests to the repository service, to the last byte of the response, by outcome.',
    labelNames: ['outcome'],
    buckets: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
    registers: [registry],
  });
  for (const outcome of ['ok', 'error']) durations.zero({ outcome });
  return (outcome, durationMs) => durations.observe({ outcome }, durationMs / 1000);
}

/** Registers metrics of the configuration journal, with the same names as in the repository service. */
export function addConfigurationJournalMetrics(metrics: Metrics, db: Db, isOlder: () => boolean): void {
  registerPolledGauges(metrics, () => readConfigurationLag(db), [
    {
      name: 'holdfast_journal_lag_rows',
      help: 'Changed rows of the configuration that are not yet in the object store.',
      value: ({ rows }: JournalLag) => rows,
    },
    {
      name: 'holdfast_journal_lag_seconds',
      help: 'Age of the oldest such change; if the database were lost now, these changes would be lost.',
      value: ({ seconds }: JournalLag) => seconds,
    },
    {
      name: 'holdfast_config_snapshot_timestamp_seconds',
      help: 'When the last snapshot of the configuration was complete in the object store.',
      value: ({ snapshotAt }: JournalLag) => snapshotAt,
    },
  ]);
  new Gauge({
    name: 'holdfast_config_older_than_store',
    help: '1 while the service refuses to work because its database is older than the object store.',
    registers: [metrics.registry],
    aggregator: 'max',
    collect() {
      this.set(isOlder() ? 1 : 0);
    },
  });
}
