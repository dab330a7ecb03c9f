// Assembles the service from its settings: object store, codec threads, jobs and features. service-kit and http-kit
// start and stop the service.
import { randomBytes } from 'node:crypto';
import { type RunningService, type ServiceBase, startService } from '@holdfast/http-kit';
import type { ObjectStore } from '@holdfast/object-store';
import {
  checkDatabase,
  type Database,
  DatabaseRefusedError,
  type DatabaseShare,
  holdAliveLock,
  openDatabase,
  readSharedSecret,
} from '@holdfast/pg-kit';
import {
  computeWorkerShare,
  type Health,
  type Log,
  Semaphore,
  type WorkerContext,
} from '@holdfast/service-kit';
import { uuidv7 } from 'uuidv7';
import { createApp } from './app.ts';
import { createDamageReporter, type DamageReporter } from './content/damage-notes.ts';
import { logMissingFeatures } from './content/log-missing-features.ts';
import { serviceName, softwareName } from './domain/service-name.ts';
import type { ServiceSettings } from './env.ts';
import { Exports } from './export/exports.ts';
import { MemoryBudget } from './features/artifacts/create/payload-spool.ts';
import type { TokenSettings } from './features/shared/paging.ts';
import type { IndexSchema } from './index/schema.ts';
import { type CodecThreads, startCodecThreads } from './ingest/reading/codec-threads.ts';
import { createImportHistory } from './ingest/run/import-history.ts';
import { GroupCommit } from './ingest/storing/group-commit.ts';
import type { CommitDeps } from './ingest/storing/segment-committer.ts';
import { createBackgroundJobs } from './jobs/background-jobs.ts';
import { createDamageCounter } from './jobs/fixity/metrics.ts';
import { listJobDefinitions } from './jobs/known-jobs.ts';
import { createIndexGuard, type GuardedIndex } from './jobs/older-index/guard.ts';
import { openPeerRepairs } from './jobs/peers/open-peer-repairs.ts';
import { BeingRebuiltError } from './jobs/rebuild/refusals.ts';
import { createFailureRecorder } from './jobs/view/failure-notes.ts';
import { makeExaminer } from './make-examiner.ts';
import {
  addBackupMetrics,
  addCapacityMetrics,
  addOlderIndexMetric,
  addStoredMetrics,
  createImportMetrics,
  createSegmentMetrics,
} from './metrics.ts';
import { type OpenCaptures, openCaptures } from './open-captures.ts';
import { openContents } from './open-contents.ts';
import { openStores } from './open-stores.ts';
import { openAuditStore, prepareIndex, useGuard } from './prepare-index.ts';
import { createReplayMetrics } from './replay-metrics.ts';
import { listStoreDisks } from './store-location.ts';

// Maximum size of a gzip member that is passed between threads in a batch. A larger one gets a segment of its own.
const INLINE_LIMIT_BYTES = 8 * 1024 * 1024;
// Maximum number of large artifacts that are created concurrently. Each one buffers a few upload parts.
const LARGE_CREATES = 8;
// Maximum number of cached exports. Clients can resume the download of a cached export.
const MOST_EXPORTS = 16;
// Fraction of the PostgreSQL pool for CDX queries. Listings have the same fraction; all other work has the rest.
const SHARE_OF_POOL = 0.4;
// Maximum number of concurrent event streams. A user has one stream per browser window.
const MOST_STREAMS = 100;
const MOST_STREAMS_OF_USER = 12;

/**
 * Resolves when the service accepts connections. Readiness also requires the index and a response from the object
 * store.
 */
export function startRepositoryService(
  settings: ServiceSettings,
  log: Log,
  worker?: WorkerContext,
): Promise<RunningService> {
  const index = createIndexGuard(log);
  return startService<Database<IndexSchema>>({
    service: serviceName,
    settings,
    log,
    worker,
    disks: listStoreDisks(settings.objectStore),
    openDatabase: (options) => openDatabase({ ...options, ...index.connections }),
    checkDatabase,
    sharedSecret: ({ pool }, name) => readSharedSecret(pool, name),
    auditStore: openAuditStore,
    build: (base) => build(settings, base, { log, worker, ...index }),
  });
}

async function build(
  settings: ServiceSettings,
  base: ServiceBase<Database<IndexSchema>>,
  { log, worker, guard, tail }: { log: Log; worker: WorkerContext | undefined } & GuardedIndex,
) {
  const { database, metrics, room } = base;
  const workers = worker === undefined ? 1 : settings.workers;
  const stores = await openStores(settings, base, log);
  const { store } = stores;
  const codec = startCodecThreads(settings.codecThreads, INLINE_LIMIT_BYTES, settings.spoolFolder);
  const tokens: TokenSettings = { key: undefined };
  const onRead = createDamageCounter(metrics);
  const damage = createDamageReporter({ db: database.kysely, store, log, nowMs: Date.now, onRead });
  const listings = database.share(shareOfPool(settings));
  const replay = openCaptures(settings, base, { connections: shareOfPool(settings), log });
  const process = randomBytes(8).readBigInt64BE();
  holdAliveLock(database.checkPool, process);
  const history = createImportHistory({ db: database.kysely, log, process, newId: uuidv7, nowMs: Date.now });
  const failures = createFailureRecorder({ db: database.kysely, log });
  const exports = exportsOf(settings, base, { store, listings, workers });
  const ordinary = featureDeps(settings, {
    database,
    listings,
    replay,
    store,
    codec,
    tokens,
    damage,
    checkRoom: () => room.check(),
    onSegment: createSegmentMetrics(metrics),
    workers,
  });
  const peerRepairs = openPeerRepairs(settings, metrics, { ...ordinary, log });
  const own = { database, store, codec, settings, metrics, room, log, tail, peerRepairs };
  const backgroundJobs = createBackgroundJobs({ ...own, newId: uuidv7, nowMs: Date.now });
  const features = {
    ...ordinary,
    peerRepairs,
    exports,
    history,
    contents: openContents(settings, metrics),
    ...lookingOn(settings, workers),
    ...createImportMetrics(metrics),
    onLookup: createReplayMetrics(metrics),
  };
  addCapacityMetrics(metrics, { ...settings, codec, creates: features.create.atOnce });
  addStoredMetrics(metrics, database.kysely, store);
  addBackupMetrics(metrics, database.kysely, settings.backupPeriodMs ?? 0);
  useGuard(guard, { settings, database, store, tail, log });
  addOlderIndexMetric(metrics, () => guard.isOlder);
  return {
    checks: { 'object store': () => store.check() },
    spareChecks: stores.spareChecks,
    places: stores.places,
    createApp: (health: Health) =>
      createApp({
        ...base,
        log,
        health,
        features,
        onFailure: failures.met,
        examiner: makeExaminer(settings, workers),
      }),
    whyUnfit: () => guard.reason,
    prepare: () => prepareIndex(database, { tokens, log, guard, prepareStores: stores.prepare }),
    whyNotPrepared: (error: unknown) =>
      error instanceof BeingRebuiltError || error instanceof DatabaseRefusedError
        ? error.message
        : (guard.reason ?? 'the index is not ready yet'),
    startWork(health: Health, stopping: AbortSignal) {
      guard.onChange = () => health.set({});
      if (worker === undefined || worker.number === 1) void logMissingFeatures(store, log);
      // Close the journal only after the last request, because requests write to it.
      const endOfWrites = new AbortController();
      const until = { jobs: stopping, journal: endOfWrites.signal };
      const done = Promise.all([
        backgroundJobs.run(until),
        stores.keepCatchingUp(stopping),
        replay.watch(health, stopping),
        guard.watch(stopping),
      ]);
      return {
        async stop() {
          endOfWrites.abort();
          await done;
        },
      };
    },
    async close() {
      await exports.close();
      await history.settled();
      await failures.settled();
      await damage.settled();
      await codec.close();
      await store.close();
      await replay.close();
    },
  };
}

function exportsOf(
  settings: ServiceSettings,
  { room }: ServiceBase<Database<IndexSchema>>,
  of: { store: ObjectStore; listings: DatabaseShare<IndexSchema>; workers: number },
) {
  const { store, workers } = of;
  const { pool: source, kysely: db } = of.listings;
  const spool = { folder: settings.spoolFolder, checkRoom: () => room.check() };
  // Creating an export holds one of the connections reserved for listings. Exports may hold at most half of them.
  const madeAtOnce = Math.max(1, Math.min(2, Math.floor(shareOfPool(settings) / 2)));
  const mostKept = computeWorkerShare(MOST_EXPORTS, workers, 2);
  return new Exports({ source, db, store, spool, madeAtOnce, mostKept, nowMs: Date.now });
}

/** Returns the dependencies and limits that the console's live pages need in addition. */
function lookingOn(settings: ServiceSettings, workers: number) {
  return {
    knownJobs: listJobDefinitions(settings),
    nowMs: Date.now,
    maxStreams: computeWorkerShare(MOST_STREAMS, workers, 2),
    maxStreamsOfUser: MOST_STREAMS_OF_USER,
  };
}

function shareOfPool({ databasePool }: ServiceSettings): number {
  return Math.max(1, Math.floor(databasePool * SHARE_OF_POOL));
}

interface Foundations {
  readonly database: Database<IndexSchema>;
  readonly listings: DatabaseShare<IndexSchema>;
  readonly replay: OpenCaptures;
  readonly store: ObjectStore;
  readonly codec: CodecThreads;
  readonly tokens: TokenSettings;
  readonly damage: DamageReporter;
  readonly checkRoom: () => void;
  readonly onSegment: NonNullable<CommitDeps['onSegment']>;
  /** Number of worker processes of this service. */
  readonly workers: number;
}

function featureDeps(settings: ServiceSettings, foundations: Foundations) {
  const { database, listings, replay, store, codec, tokens, damage, checkRoom, onSegment } = foundations;
  const db = database.kysely;
  const writing = { db, store, software: softwareName, newId: uuidv7, nowMs: Date.now, checkRoom, onSegment };
  return {
    db,
    pool: database.pool,
    captures: replay.captures,
    listingDb: listings,
    store,
    codec,
    tokens,
    damage,
    storeUrl: (key: string) => store.url(key),
    laaws: settings.compatibility === 'laaws',
    defaultNamespace: settings.defaultNamespace,
    pageLimits: { default: settings.pageDefault, max: settings.pageMax },
    smallContentBytes: settings.smallContentBytes,
    spoolFolder: settings.spoolFolder,
    maxImports: settings.maxImports,
    inflation: { floorBytes: settings.inflatedFloorBytes, ratio: settings.inflatedRatio },
    maxImportsOfUser: settings.maxImportsOfUser ?? Math.ceil(settings.maxImports * 0.75),
    maxExports: settings.maxExports,
    maxExportsOfUser: Math.ceil(settings.maxExports * 0.75),
    cdxMaxLimit: settings.cdxMaxLimit,
    allowOrigin: settings.allowOrigin,
    replayLink: settings.replayLink,
    cdxbNotFoundStatus: settings.cdxbNotFoundStatus === '200' ? (200 as const) : (404 as const),
    filterDialect: settings.filterDialect === 'outbackcdx' ? ('outbackcdx' as const) : ('pywb' as const),
    cdxaNotFoundStatus: settings.cdxaNotFoundStatus === '200' ? (200 as const) : (404 as const),
    ingest: {
      ...writing,
      spoolFolder: settings.spoolFolder,
      keepRecords: settings.keepRecords,
      limits: {
        sizeBytes: settings.segmentBytes,
        records: settings.segmentRecords,
        ageMs: settings.segmentMs,
      },
    },
    create: createDeps(settings, writing, computeWorkerShare(LARGE_CREATES, foundations.workers)),
  };
}

function createDeps(settings: ServiceSettings, ingest: CommitDeps, largeWrites: number) {
  const atOnce = new Semaphore(settings.maxCreates);
  const limits = {
    grouping: settings.groupCommit === 'on',
    delayMs: settings.groupDelayMs,
    sizeBytes: settings.segmentBytes,
    records: settings.segmentRecords,
  };
  return {
    ingest,
    atOnce,
    groups: new GroupCommit(ingest, limits, () => atOnce.count > 1),
    spoolFolder: settings.spoolFolder,
    ...(ingest.checkRoom && { checkRoom: ingest.checkRoom }),
    inlineLimitBytes: INLINE_LIMIT_BYTES,
    memory: new MemoryBudget(settings.createMemoryBytes),
    largeWrites: new Semaphore(largeWrites),
    storesUnchanged: settings.compatibility === 'laaws',
  };
}
