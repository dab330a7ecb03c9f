// What Prometheus is told of AUs, plugins, titles and sources, of loading them, and of asking the repository service.
import { type Metrics, polledGauges } from '@holdfast/http-kit';
import { Counter, Histogram } from 'prom-client';
import { type Stock, stockOf } from './index/inventory.db.ts';
import type { Db } from './index/schema/db.ts';
import type { LoadObserver } from './loading/one-load.ts';
import type { RepositorySettings } from './repository/repository.ts';

/** How often what takes counting is counted. */
const stockFreshMs = 30_000;

export function stockMetrics(metrics: Metrics, db: Db): void {
  const gauges = [
    { name: 'plugins_loaded', help: 'Plugins in use.', value: ({ plugins }: Stock) => plugins },
    {
      name: 'title_database_aus',
      help: 'AUs that the title database knows.',
      value: ({ titleAus }: Stock) => titleAus,
    },
    {
      name: 'configured_aus',
      help: 'AUs that have a configuration, by whether they are active.',
      byLabel: {
        label: 'state',
        values: ({ activeAus, inactiveAus }: Stock) => ({ active: activeAus, inactive: inactiveAus }),
      },
    },
  ];
  polledGauges(metrics, () => stockOf(db), gauges, { freshMs: stockFreshMs });
}

export function loadMetrics({ registry }: Metrics): LoadObserver {
  const registers = [registry];
  const steps = new Counter({
    name: 'config_load_steps_total',
    help: 'Steps of loading that this process carried out, by how they ended.',
    labelNames: ['step', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'config_load_step_duration_seconds',
    help: 'How long steps of loading took that came to their end.',
    labelNames: ['step'],
    buckets: [0.01, 0.1, 1, 10, 60, 300, 1_800],
    registers,
  });
  for (const step of ['plugins', 'sources', 'titles']) {
    durations.zero({ step });
    for (const outcome of ['changed', 'unchanged', 'failed']) steps.inc({ step, outcome }, 0);
  }
  return (step, outcome, durationMs) => {
    steps.inc({ step, outcome });
    durations.observe({ step }, durationMs / 1000);
  };
}

export function repositoryMetrics({ registry }: Metrics): NonNullable<RepositorySettings['onRequest']> {
  const durations = new Histogram({
    name: 'repository_request_duration_seconds',
    help: 'Requests to the repository service, to the last byte of the answer, by outcome.',
    labelNames: ['outcome'],
    buckets: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
    registers: [registry],
  });
  for (const outcome of ['ok', 'error']) durations.zero({ outcome });
  return (outcome, durationMs) => durations.observe({ outcome }, durationMs / 1000);
}
