// Summary of the node: stored data, free space and its forecast, checks, damage, state of the journal, and running
// jobs.
import type { RepositorySummary } from '@holdfast/api-types';
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import type { Health } from '@holdfast/service-kit';
import { computeGrowthRate, forecastDaysLeft, GROWTH_WINDOW_MS } from '../../domain/space-forecast.ts';
import { countDamaged } from '../../index/damage.db.ts';
import { countFaultyObjects, readFixityShare, readOldestCheckMs } from '../../index/fixity/report.db.ts';
import { readJournalLag } from '../../index/keeping/journal.db.ts';
import { readStoredTotals } from '../../index/keeping/usage.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { findSampleFrom } from '../../index/view/growth.db.ts';
import { listRunningImports } from '../../index/view/imports.db.ts';
import { describeJobs, type JobDescription } from '../../jobs/describe-jobs.ts';
import type { JobDefinition } from '../../jobs/known-jobs.ts';
import { createCachedQuery, EXPENSIVE_QUERY_SHARE } from './cached-query.ts';

export interface SummaryDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: Pick<ObjectStore, 'type' | 'name' | 'usage'>;
  readonly health: Pick<Health, 'dependencies' | 'readOnly'>;
  readonly knownJobs: readonly JobDefinition[];
  nowMs(): number;
}

const DAY_MS = 86_400_000;
const MAX_IMPORTS = 100;

/** Creates a function that queries the summary. Caches the results of queries that scan all AUs or segments. */
export function createSummaryReader(deps: SummaryDeps): () => Promise<RepositorySummary> {
  const { db, store, nowMs } = deps;
  const dear = {
    totals: createCachedQuery(() => readStoredTotals(db), EXPENSIVE_QUERY_SHARE),
    usage: createCachedQuery(() => store.usage(), EXPENSIVE_QUERY_SHARE),
    oldest: createCachedQuery(() => readOldestCheckMs(db), EXPENSIVE_QUERY_SHARE),
    share: createCachedQuery(() => {
      const periodMs = findFixityPeriodMs(deps);
      return readFixityShare(db, periodMs === 0 ? 0 : nowMs() - periodMs);
    }, EXPENSIVE_QUERY_SHARE),
  };
  return async () => {
    const now = nowMs();
    const [totals, usage, oldest, share, damaged, faulty, journal, imports, jobs, then] = await Promise.all([
      ...([dear.totals(), dear.usage(), dear.oldest(), dear.share()] as const),
      ...([countDamaged(db), countFaultyObjects(db), readJournalLag(db)] as const),
      listRunningImports(db, { limit: MAX_IMPORTS, nowMs: now }),
      describeJobs(db, deps.knownJobs, now),
      findSampleFrom(db, now - GROWTH_WINDOW_MS),
    ]);
    const bytesPerDay = computeGrowthRate(then, { atMs: now, storedBytes: totals.warcBytes });
    return {
      at: now,
      stored: { aus: totals.aus, artifacts: totals.artifacts, bytes: totals.warcBytes },
      store: toStoreSummary(store, usage, bytesPerDay),
      fixity: toFixitySummary(share, oldest, {
        periodMs: findFixityPeriodMs(deps),
        job: jobs.find(({ id }) => id === 'fixity'),
      }),
      damage: { artifacts: damaged, objects: faulty },
      journal,
      importsUnderWay: imports.length,
      jobs: {
        failed: jobs.filter(({ state }) => state === 'failed').map(({ id }) => id),
        paused: jobs.filter(({ state }) => state === 'paused').map(({ id }) => id),
      },
      dependencies: deps.health.dependencies.map(({ name, passing }) => ({ name, usable: passing })),
      ...(deps.health.readOnly !== undefined && { readOnly: deps.health.readOnly }),
    };
  };
}

const findFixityPeriodMs = ({ knownJobs }: Pick<SummaryDeps, 'knownJobs'>): number =>
  knownJobs.find(({ id }) => id === 'fixity')?.periodMs ?? 0;

function toStoreSummary(
  { type, name }: Pick<ObjectStore, 'type' | 'name'>,
  { sizeBytes, availableBytes }: Awaited<ReturnType<ObjectStore['usage']>>,
  bytesPerDay: number | undefined,
): RepositorySummary['store'] {
  const daysLeft = forecastDaysLeft(availableBytes, bytesPerDay);
  return {
    type,
    name,
    ...(sizeBytes !== undefined && { sizeBytes }),
    ...(availableBytes !== undefined && { availableBytes }),
    ...(bytesPerDay !== undefined && { bytesPerDay }),
    ...(daysLeft !== undefined && { daysLeft }),
  };
}

function toFixitySummary(
  { bytes, checkedBytes, recentBytes }: Awaited<ReturnType<typeof readFixityShare>>,
  oldest: number | undefined,
  { periodMs, job }: { periodMs: number; job: JobDescription | undefined },
): RepositorySummary['fixity'] {
  const walk = job?.state === 'running' ? job : undefined;
  return {
    bytes,
    checkedBytes,
    ...(periodMs > 0 && { recentBytes, periodDays: periodMs / DAY_MS }),
    ...(oldest !== undefined && { oldestCheck: oldest }),
    walking: walk !== undefined,
    ...(walk?.bytesPerSecond !== undefined && { bytesPerSecond: walk.bytesPerSecond }),
    ...(walk?.expectedEnd !== undefined && { expectedEnd: walk.expectedEnd }),
  };
}
