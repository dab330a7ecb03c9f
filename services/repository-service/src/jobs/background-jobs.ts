// Background work of a service: the shipper, which moves the journal to the object store, and the scheduled jobs.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectStore } from '@holdfast/object-store';
import type { Database } from '@holdfast/pg-kit';
import type { Log, Metrics, Settings, StorageSpace } from '@holdfast/service-kit';
import type { UrlSearchMode } from '../domain/search/url-search-mode.ts';
import { softwareName } from '../domain/service-identity.ts';
import { readOpenRunFigures } from '../index/checks/runs.db.ts';
import { countDamaged } from '../index/damage.db.ts';
import { countOpenDeletions } from '../index/deletion/listed-deletions.db.ts';
import { countFaultyObjects, readOldestCheckMs } from '../index/fixity/report.db.ts';
import { listJobEnds } from '../index/keeping/jobs.db.ts';
import { readJournalLag } from '../index/keeping/journal.db.ts';
import { countOpenPurges } from '../index/keeping/purge.db.ts';
import type { IndexSchema } from '../index/schema.ts';
import { readUrlSearchFigures } from '../index/search/fill.db.ts';
import { takeGrowthSample, thinGrowthSamples } from '../index/view/growth.db.ts';
import { requestJobStart } from '../index/view/job-requests.db.ts';
import type { CodecThreads } from '../ingest/reading/codec-threads.ts';
import { runChecksContinuously } from './checks/check-job.ts';
import { createCheckMetrics } from './checks/metrics.ts';
import { COMPACTION_NAME, createCompactionJob, toCompactionSettings } from './compaction.ts';
import { expireRequestsPeriodically } from './deletions/expire-requests.ts';
import { registerDeletionMetrics } from './deletions/metrics.ts';
import type { deletionSpec } from './deletions/settings.ts';
import { chooseStores } from './fixity/assess-copies.ts';
import { createArchiveFixityJob, createFixityJob } from './fixity/fixity-job.ts';
import { registerFixityMetrics } from './fixity/metrics.ts';
import { recheckDamagePeriodically } from './fixity/periodic-recheck.ts';
import { createRecheckJob } from './fixity/recheck.ts';
import { findCopySet } from './fixity/segment-copies.ts';
import type { JobDeps } from './frame/job-run.ts';
import type { JobSettings } from './frame/settings.ts';
import { mergeJournalPeriodically } from './journal/merge.ts';
import { type ShipperDeps, shipJournalContinuously } from './journal/shipper.ts';
import { listJobDefinitions } from './known-jobs.ts';
import { removeRetiredPeriodically } from './merging/retired.ts';
import {
  createJobEndMetrics,
  createJobMetrics,
  createJournalMetrics,
  registerPurgeMetrics,
} from './metrics.ts';
import { PEER_REPAIR_NAME, repairFromPeersPeriodically } from './peers/peer-repair-job.ts';
import type { PeerRepairDeps } from './peers/repair-from-peers.ts';
import { runScheduledJobs, type ScheduledJob } from './schedule.ts';
import { fillUrlSearchContinuously } from './search/fill-url-search.ts';
import { registerUrlSearchMetrics } from './search/metrics.ts';
import { createSweepJob, createSweepPreviewJob, toSweepSettings } from './sweep/sweep.ts';
import { reconcileLegalHoldsPeriodically } from './versions/legal-holds.ts';
import { watchConditions } from './watch-conditions.ts';

export interface BackgroundJobsDeps {
  readonly database: Database<IndexSchema>;
  readonly store: ObjectStore;
  readonly codec: Pick<CodecThreads, 'read'>;
  readonly settings: JobSettings &
    Pick<Settings<typeof deletionSpec>, 'deletionRequestAgeMs' | 'deletionsKept'> & {
      readonly checksKept: number;
      readonly urlSearch: UrlSearchMode;
      readonly backupPeriodMs?: number | undefined;
      /** Interval at which requests of users and new URLs are polled. Default: two seconds. */
      readonly pollEveryMs?: number | undefined;
    };
  readonly metrics: Metrics;
  /** Checks the free disk space. Jobs that write objects wait until space is free. */
  readonly room: StorageSpace;
  readonly log: Log;
  /** Repairs artifacts from peers. Undefined if no peers are configured. */
  readonly peerRepairs?: PeerRepairDeps | undefined;
  /** Journal lines that this process committed and that may not be in the object store yet. */
  readonly tail?: ShipperDeps['tail'];
  newId(): string;
  nowMs(): number;
}

export interface BackgroundJobs {
  /**
   * Starts the work. Call once the index is ready. Resolves when both signals have aborted and all jobs have stopped.
   * Never rejects.
   */
  run(until: { jobs: AbortSignal; journal: AbortSignal }): Promise<void>;
}

export function createBackgroundJobs({ metrics, settings, ...deps }: BackgroundJobsDeps): BackgroundJobs {
  const { shipped, merged } = createJournalMetrics(metrics, () => readJournalLag(deps.database.kysely));
  const observe = createJobMetrics(metrics);
  const db = deps.database.kysely;
  createJobEndMetrics(metrics, () => listJobEnds(db));
  registerPurgeMetrics(metrics, () => countOpenPurges(db));
  registerDeletionMetrics(metrics, () => countOpenDeletions(db));
  registerFixityMetrics(metrics, {
    damaged: () => countDamaged(db),
    faultyObjects: () => countFaultyObjects(db),
    oldestCheckMs: () => readOldestCheckMs(db),
  });
  registerUrlSearchMetrics(metrics, () => readUrlSearchFigures(db, settings.urlSearch));
  const onChecked = createCheckMetrics(metrics, () => readOpenRunFigures(db));
  const { checksKept, fixityBytesPerSecond: bytesPerSecond, pollEveryMs } = settings;
  const checks = { checksKept, bytesPerSecond, pollEveryMs };
  const search = { mode: settings.urlSearch, everyMs: pollEveryMs ?? SEARCH_EVERY_MS };
  return {
    run: async (until) => {
      await Promise.all([
        shipJournalContinuously({ ...deps, onShipped: shipped }, settings.journalIntervalMs, until.journal),
        mergeJournalPeriodically({ ...deps, onMerged: merged }, computeMergePeriodMs(settings), until.jobs),
        removeRetiredPeriodically(deps, REMOVE_EVERY_MS, until.jobs),
        reconcileLegalHoldsPeriodically(deps, LEGAL_HOLDS_EVERY_MS, until.jobs),
        expireRequestsPeriodically(deps, settings, until.jobs),
        sampleGrowth(deps, until.jobs),
        watchConditions(
          { ...deps, knownJobs: listJobDefinitions(settings), backupPeriodMs: settings.backupPeriodMs },
          until.jobs,
        ),
        recheckDamagePeriodically({ ...deps, db }, settings, until.jobs),
        fillUrlSearchContinuously(deps, search, until.jobs),
        runPeerRepairs({ ...deps, observe }, settings, until.jobs),
        runChecksContinuously({ ...deps, observe, onChecked }, checks, until.jobs),
        runScheduledJobs(
          { ...deps, observe, requestsEveryMs: pollEveryMs },
          listScheduledJobs({ ...deps, settings }),
          until.jobs,
        ),
      ]);
    },
  };
}

async function runPeerRepairs(
  { peerRepairs, ...deps }: Omit<BackgroundJobsDeps, 'metrics' | 'settings'> & Pick<JobDeps, 'observe'>,
  { fixityBytesPerSecond }: JobSettings,
  signal: AbortSignal,
): Promise<void> {
  if (!peerRepairs) return;
  // A repair leaves dead records in the damaged segments. Compaction removes them.
  const onRepaired = () => requestJobStart(peerRepairs.db, COMPACTION_NAME, PEER_REPAIR_NAME);
  await repairFromPeersPeriodically({ ...deps, ...peerRepairs, onRepaired }, fixityBytesPerSecond, signal);
}

const REMOVE_EVERY_MS = 60_000;
const LEGAL_HOLDS_EVERY_MS = 30_000;
const SEARCH_EVERY_MS = 2_000;
/** The shipper writes at most one journal object per interval, so at most 600 accumulate between two merges. */
const computeMergePeriodMs = ({ journalIntervalMs }: JobSettings) =>
  Math.min(600 * journalIntervalMs, 86_400_000);

function listScheduledJobs({ settings, ...deps }: Omit<BackgroundJobsDeps, 'metrics'>): ScheduledJob[] {
  const { store, codec, nowMs } = deps;
  const periodMs = settings.fixityPeriodMs;
  const fixity = { db: deps.database.kysely, store, codec, nowMs, parallel: 1, periodMs };
  return [
    {
      job: createFixityJob(fixity, settings.fixityBytesPerSecond),
      periodMs,
    },
    {
      job: createArchiveFixityJob(
        { ...fixity, periodMs: settings.archiveFixityPeriodMs },
        settings.archiveFixityBytesPerSecond,
      ),
      periodMs: hasArchive(store) ? settings.archiveFixityPeriodMs : 0,
    },
    { job: createRecheckJob(fixity, settings.fixityBytesPerSecond), periodMs: 0 },
    {
      job: createCompactionJob({ ...deps, software: softwareName }, toCompactionSettings(settings)),
      periodMs: settings.compactionPeriodMs,
    },
    {
      job: createSweepJob(deps, toSweepSettings(settings)).job,
      periodMs: settings.sweepPeriodMs,
      makesRoom: true,
    },
    { job: createSweepPreviewJob(deps, toSweepSettings(settings)), periodMs: 0, makesRoom: true },
  ];
}

function hasArchive(store: ObjectStore): boolean {
  const copies = findCopySet(store);
  return copies !== undefined && chooseStores(copies, 'archive')[0].length > 0;
}

// Dependencies of sampling the stored amount. Every replica tries to insert each sample; the database accepts only the
// first.
interface SamplingDeps {
  readonly database: Database<IndexSchema>;
  readonly room?: StorageSpace;
  readonly log: Log;
}

const LOOK_EVERY_MS = 60_000;

/** Samples the stored amount periodically until the signal aborts. Never rejects. */
async function sampleGrowth(
  { database, room, log }: SamplingDeps,
  signal: AbortSignal,
  everyMs = LOOK_EVERY_MS,
): Promise<void> {
  while (!signal.aborted) {
    await room?.untilFree(signal);
    if (signal.aborted) return;
    try {
      if (await takeGrowthSample(database.kysely)) await thinGrowthSamples(database.kysely);
    } catch (error) {
      log.warn({ err: error }, 'the amount of stored data could not be recorded; this will be retried');
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
