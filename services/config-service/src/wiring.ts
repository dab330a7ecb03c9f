// Creates the components of the service from its settings and connects them.

import { randomUUID } from 'node:crypto';
import { type RunningService, type ServiceBase, startService } from '@holdfast/http-kit';
import type { StoreGuard } from '@holdfast/journal';
import { OlderDatabaseError, StandbyError, UnknownJournalKeyError } from '@holdfast/journal';
import { notifyContinuously, openNoticeDatabase } from '@holdfast/notify';
import { ObjectStoreUnavailableError } from '@holdfast/object-store';
import {
  applyMigrations,
  checkDatabase,
  type Database,
  DatabaseRefusedError,
  grantOutbox,
  openAuditTable,
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
import { createApp } from './app.ts';
import { serviceIdentity } from './domain/service-identity.ts';
import type { ServiceSettings } from './env.ts';
import { resolveNodeSettings } from './features/platform/node-settings.ts';
import { createSpillShares } from './features/queries/spill-shares.ts';
import { migrations } from './index/migrations/index.ts';
import type { ConfigSchema } from './index/schema/schema.ts';
import { type LiveParameters, watchParameters } from './loading/followed-parameters.ts';
import { makeExaminer } from './make-examiner.ts';
import {
  addConfigurationJournalMetrics,
  addInventoryMetrics,
  addLoadStateMetrics,
  createLoadMetrics,
  createRepositoryMetrics,
} from './metrics.ts';
import { createConfigurationGuard, openConfigurationJournal } from './open-journal.ts';
import { openArtifactStore, openRepository } from './repository/settings.ts';
import { makeFilesAndSourcesDeps, makeSentenceRedactor, startLoading } from './start-loading.ts';

/** Maximum number of concurrent downloads of configuration sources on behalf of clients. */
const CONCURRENT_ORIGINS = 8;

/** Errors whose message explains to operators why the service is not ready. */
const EXPLAINED = [
  DatabaseRefusedError,
  ObjectStoreUnavailableError,
  OlderDatabaseError,
  StandbyError,
  UnknownJournalKeyError,
];

/**
 * Starts the service. Resolves when it accepts connections. The service becomes ready when the database can be reached
 * and the configuration has been loaded.
 */
export function startConfigService(
  settings: ServiceSettings,
  log: Log,
  worker?: WorkerContext,
): Promise<RunningService> {
  const guard = createConfigurationGuard(log);
  return startService<Database<ConfigSchema>>({
    service: serviceIdentity,
    settings,
    log,
    worker,
    openDatabase: (options) =>
      openDatabase({ ...options, admitConnection: (connection) => guard.admit(connection) }),
    checkDatabase,
    sharedSecret: ({ pool }, name) => readSharedSecret(pool, name),
    auditStore: (database) => openAuditTable(database, 'configuration'),
    build: (base) =>
      build(settings, base, { log, guard, workers: worker === undefined ? 1 : settings.workers }),
  });
}

async function build(
  settings: ServiceSettings,
  base: ServiceBase<Database<ConfigSchema>>,
  { log, guard, workers }: { log: Log; guard: StoreGuard; workers: number },
) {
  const { database, metrics, room } = base;
  addInventoryMetrics(metrics, database.kysely);
  addLoadStateMetrics(metrics, database.kysely);
  const observe = createLoadMetrics(metrics);
  const parameters = watchParameters(database.kysely);
  const notices = {
    ...{ settings, nowMs: Date.now },
    database: openNoticeDatabase(database.kysely, 'configuration'),
  };
  const deps = featureDeps(settings, base, workers, parameters);
  const journal = await openConfigurationJournal(settings, { database, guard, log, room });
  addConfigurationJournalMetrics(metrics, database.kysely, () => guard.isOlder);
  return {
    whyUnfit: () => guard.reason,
    createApp: (health: Health) =>
      createApp({
        ...deps,
        ...base,
        notices: { ...notices, newId: randomUUID },
        admits: parameters.admits,
        health,
        log,
        examiner: makeExaminer(settings, workers),
      }),
    prepare: async () => {
      await applyMigrations(database, migrations, {
        owner: 'configuration',
        log: (sentence) => log.info(sentence),
      });
      await grantOutbox(database, 'configuration');
      await journal.prepare();
      await parameters.follow();
      return {};
    },
    whyNotPrepared: (error: unknown) =>
      EXPLAINED.some((kind) => error instanceof kind)
        ? (error as Error).message
        : (guard.reason ?? 'the database is not ready yet'),
    startWork: (health: Health, stopping: AbortSignal) => {
      guard.onChange = () => health.set({});
      const endOfWrites = new AbortController();
      const shipped = journal.keep({ stopping, endOfWrites: endOfWrites.signal });
      const notified = notifyContinuously({ ...notices, log, metrics }, stopping);
      const loader = startLoading(settings, { health, log, observe, room, parameters, ...deps.reaching });
      return {
        ...loader,
        async stop() {
          await loader.stop();
          await notified;
          endOfWrites.abort();
          await shipped;
        },
      };
    },
    close: () => journal.close(),
  };
}

function featureDeps(
  settings: ServiceSettings,
  { database, metrics, tracing }: ServiceBase<Database<ConfigSchema>>,
  workers: number,
  parameters: LiveParameters,
) {
  // Limits queries to half of the connections, because queries may run for a long time and other requests need
  // connections, too.
  const turns = Math.max(1, Math.floor(settings.databasePool / 2));
  const hooks = { onRequest: createRepositoryMetrics(metrics), headers: tracing?.headers };
  const reaching = {
    repository: openRepository(settings, hooks),
    store: openArtifactStore(settings, hooks),
  };
  return {
    db: database.kysely,
    queryTurns: new Semaphore(turns, Math.ceil(turns / 2)),
    queryTimeoutMs: settings.queryTimeoutMs,
    spoolFolder: settings.spoolFolder,
    spillShares: createSpillShares(settings.querySpoolBytes),
    repository: reaching.repository,
    reaching,
    repositoryUrl: settings.repositoryUrl,
    repositoryCertFile: settings.repositoryCertFile,
    nowMs: Date.now,
    allowUnknownPlugins: settings.allowUnknownPlugins,
    laaws: settings.compatibility === 'laaws',
    acceptsUnknownAus: settings.unknownAus === 'accept',
    extractsMetadata: () => settings.metadataExtraction ?? parameters.now().indexing ?? true,
    shown: makeSentenceRedactor(settings),
    auBodyLimitBytes: settings.auBodyLimitBytes,
    stateBodyLimitBytes: settings.stateBodyLimitBytes,
    configuration: makeFilesAndSourcesDeps(
      settings,
      database.kysely,
      computeWorkerShare(CONCURRENT_ORIGINS, workers),
      parameters,
    ),
    platform: {
      node: () => resolveNodeSettings(settings, parameters.now()),
      nowMs: Date.now,
      uptimeMs: () => process.uptime() * 1000,
      workingFolder: process.cwd(),
    },
  };
}
