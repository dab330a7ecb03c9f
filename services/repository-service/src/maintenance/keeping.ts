// What keeps the store alive inside a service: the journal's shipper, and the jobs that are started by the clock.
import type { Log, Metrics } from '@holdfast/http-kit';
import type { ObjectStore } from '@holdfast/object-store';
import type { Database } from '@holdfast/pg-kit';
import type { ServiceSettings } from '../env.ts';
import type { IndexSchema } from '../index/schema.ts';
import { journalLag } from './journal/journal.db.ts';
import { keepShipping } from './journal/shipper.ts';
import { jobMetrics, journalMetrics } from './metrics.ts';
import { keepToSchedule, type ScheduledJob } from './schedule.ts';

export interface KeepingDeps {
  database: Database<IndexSchema>;
  store: ObjectStore;
  settings: ServiceSettings;
  metrics: Metrics;
  log: Log;
  newId(): string;
  nowMs(): number;
}

export interface Keeping {
  /** Once the index is there. Resolves when both signals have aborted and everything has stopped. Never rejects. */
  run(until: { jobs: AbortSignal; journal: AbortSignal }): Promise<void>;
}

export function createKeeping({ metrics, settings, ...deps }: KeepingDeps): Keeping {
  const { shipped } = journalMetrics(metrics, () => journalLag(deps.database.kysely));
  const observe = jobMetrics(metrics);
  return {
    run: async (until) => {
      await Promise.all([
        keepShipping({ ...deps, onShipped: shipped }, settings.journalIntervalMs, until.journal),
        keepToSchedule({ ...deps, observe }, scheduledJobs(), until.jobs),
      ]);
    },
  };
}

function scheduledJobs(): ScheduledJob[] {
  return [];
}
