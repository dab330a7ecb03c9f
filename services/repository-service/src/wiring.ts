// Assembles the service from its settings: object store, codec threads, jobs and features. service-kit and http-kit
// start and stop the service.
import { randomBytes } from 'node:crypto';
import { type RunningService, type ServiceBase, startService } from '@holdfast/http-kit';
import { notifyContinuously, openNoticeDatabase } from '@holdfast/notify';
import {
  checkDatabase,
  type Database,
  DatabaseRefusedError,
  holdAliveLock,
  openDatabase,
  readSharedSecret,
} from '@holdfast/pg-kit';
import type { Health, Log, WorkerContext } from '@holdfast/service-kit';
import { uuidv7 } from 'uuidv7';
import { createApp } from './app.ts';
import { createDamageReporter } from './content/damage-notes.ts';
import { logMissingFeatures } from './content/log-missing-features.ts';
import { serviceIdentity } from './domain/service-identity.ts';
import type { ServiceSettings } from './env.ts';
import {
  computePoolShare,
  createExports,
  createFeatureDeps,
  createLiveDeps,
  INLINE_LIMIT_BYTES,
} from './feature-deps.ts';
import { createImportHistory } from './features/archives/archives.ts';
import { createPageMetrics } from './features/page/page-metrics.ts';
import { PageRenderer } from './features/page/render-page.ts';
import type { PageTokenSettings } from './features/shared/paging.ts';
import type { IndexSchema } from './index/schema.ts';
import { startCodecThreads } from './ingest/reading/codec-threads.ts';
import { createBackgroundJobs } from './jobs/background-jobs.ts';
import { createDamageCounter } from './jobs/fixity/metrics.ts';
import { createAuNameFinder } from './jobs/notices/au-names.ts';
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
import { openCaptures } from './open-captures.ts';
import { openContents } from './open-contents.ts';
import { openStores } from './open-stores.ts';
import { initializeGuard, openAuditStore, prepareIndex } from './prepare-index.ts';
import { createReplayMetrics } from './replay-metrics.ts';
import { listStoreDisks } from './store-location.ts';

/** Resolves when the service accepts connections, which may be before it is ready. */
export function startRepositoryService(
  settings: ServiceSettings,
  log: Log,
  worker?: WorkerContext,
): Promise<RunningService> {
  const index = createIndexGuard(log);
  return startService<Database<IndexSchema>>({
    service: serviceIdentity,
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
  const tokens: PageTokenSettings = { key: undefined };
  const onRead = createDamageCounter(metrics);
  const damage = createDamageReporter({ db: database.kysely, store, log, nowMs: Date.now, onRead });
  const listings = database.share(computePoolShare(settings));
  const replay = openCaptures(settings, base, { connections: computePoolShare(settings), log });
  const process = randomBytes(8).readBigInt64BE();
  holdAliveLock(database.checkPool, process);
  const history = createImportHistory({ db: database.kysely, log, process, newId: uuidv7, nowMs: Date.now });
  const failures = createFailureRecorder({ db: database.kysely, log });
  const exports = createExports(settings, base, { store, listings, workers });
  const pages = new PageRenderer({
    atOnce: settings.pageRenderings,
    renderingMs: settings.pageRenderingMs,
    onRendering: createPageMetrics(metrics),
  });
  const ordinary = createFeatureDeps(settings, {
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
  const notices = { database: openNoticeDatabase(database.kysely, 'repository'), settings, nowMs: Date.now };
  const findAuNames = createAuNameFinder(settings, log);
  const peerRepairs = openPeerRepairs(settings, metrics, { ...ordinary, log });
  const own = { database, store, codec, settings, metrics, room, log, tail, peerRepairs };
  const backgroundJobs = createBackgroundJobs({ ...own, newId: uuidv7, nowMs: Date.now });
  const features = {
    ...ordinary,
    notices: { ...notices, newId: uuidv7 },
    peerRepairs,
    exports,
    history,
    pages,
    contents: openContents(settings, metrics),
    ...createLiveDeps(settings, workers),
    ...createImportMetrics(metrics),
    onLookup: createReplayMetrics(metrics),
  };
  addCapacityMetrics(metrics, { ...settings, codec, creates: features.create.atOnce });
  addStoredMetrics(metrics, database.kysely, store);
  addBackupMetrics(metrics, database.kysely, settings.backupPeriodMs ?? 0);
  initializeGuard(guard, { settings, database, store, tail, log });
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
        notifyContinuously({ ...notices, log, metrics, findAuNames }, stopping),
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
      await pages.close();
      await store.close();
      await replay.close();
    },
  };
}
