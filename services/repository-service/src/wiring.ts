// Puts the service together from its settings: database, object store, codec threads, users, health, HTTP.
import { setTimeout as sleep } from 'node:timers/promises';
import { repositoryContract } from '@holdfast/api-types';
import {
  createHealth,
  createMetrics,
  type Health,
  type Log,
  listen,
  listenMetrics,
  poolMetrics,
  spoolMetrics,
  startTracing,
  tracedQueries,
  usersOfSettings,
  validateField,
} from '@holdfast/http-kit';
import { type ObjectStore, openObjectStore } from '@holdfast/object-store';
import {
  checkDatabase,
  type Database,
  migrate,
  openDatabase,
  pageTokenKey,
  SchemaRefused,
  sharedSecret,
} from '@holdfast/pg-kit';
import { uuidv7 } from 'uuidv7';
import { createApp } from './app.ts';
import { type DamageNotes, damageNotes } from './content/damage-notes.ts';
import { serviceName, software } from './domain/service-name.ts';
import type { ServiceSettings } from './env.ts';
import { badUpload } from './errors.ts';
import type { TokenSettings } from './features/shared/paging.ts';
import { migrations } from './index/migrations/index.ts';
import type { IndexSchema } from './index/schema.ts';
import { type CodecThreads, startCodecThreads } from './ingest/codec-threads.ts';
import { GroupCommit } from './ingest/group-commit.ts';
import { Allowance, Crowd, Turns } from './ingest/limits.ts';
import type { SealDeps } from './ingest/sealer.ts';
import { damageMetrics } from './jobs/fixity/metrics.ts';
import { createKeeping } from './jobs/keeping.ts';
import { BeingRebuilt, refuseWhileRebuilt } from './jobs/rebuild/rebuild.ts';
import {
  importMetrics,
  replayMetrics,
  segmentMetrics,
  storedMetrics,
  storeHooks,
  takenMetrics,
} from './metrics.ts';

export interface RunningService {
  url: string;
  stop(): Promise<void>;
}

// Members up to this size pass between threads in batches; larger ones get a segment of their own.
const inlineLimitBytes = 8 * 1024 * 1024;
// Large created artifacts written at once; each holds a few parts of an upload in memory.
const largeCreates = 8;

export async function startService(settings: ServiceSettings, log: Log): Promise<RunningService> {
  const metrics = createMetrics();
  const tracing = await startTracing(settings, serviceName, log);
  const connections = poolMetrics(metrics);
  const database = openDatabase<IndexSchema>({
    url: settings.databaseUrl,
    poolSize: settings.databasePool,
    applicationName: 'holdfast repository-service',
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
    hooks: { onWait: connections.waited, ...(tracing && tracedQueries(tracing)) },
  });
  connections.watch(database.pool, settings.databasePool);
  const store = await openObjectStore(settings.objectStore, storeHooks(metrics, tracing));
  const codec = startCodecThreads(settings.codecThreads, inlineLimitBytes);
  const health = createHealth({
    checks: { database: () => checkDatabase(database), 'object store': () => store.check() },
    intervalMs: settings.healthIntervalMs,
    log,
  });
  const tokens: TokenSettings = { key: undefined };
  const onRead = damageMetrics(metrics);
  const damage = damageNotes({ db: database.kysely, store, log, nowMs: Date.now, onRead });
  const keeping = createKeeping({
    database,
    store,
    codec,
    settings,
    metrics,
    log,
    newId: uuidv7,
    nowMs: Date.now,
  });
  const features = {
    ...featureDeps(settings, { database, store, codec, tokens, damage, onSegment: segmentMetrics(metrics) }),
    ...importMetrics(metrics),
    onLookup: replayMetrics(metrics),
  };
  takenMetrics(metrics, { ...settings, codec, creates: features.create.crowd });
  storedMetrics(metrics, database.kysely, store);
  spoolMetrics(metrics, settings.spoolFolder);
  const app = createApp({
    log,
    health,
    metrics,
    tracing,
    users: await usersOfSettings(settings, log),
    features,
  });
  const probes = await listenMetrics({ metrics, health, host: settings.host, port: settings.metricsPort });
  const server = await listen(app, { host: settings.host, port: settings.port, health, log });
  health.start();
  log.info({ url: server.url, settings: settings.describe() }, 'listening');
  const stopping = new AbortController();
  const endOfWrites = new AbortController();
  const prepared = prepareIndex(database, { health, log, tokens, signal: stopping.signal });
  // The journal follows until the last request has written.
  const kept = prepared.then(async () => {
    if (!stopping.signal.aborted) await keeping.run({ jobs: stopping.signal, journal: endOfWrites.signal });
  });
  return {
    url: server.url,
    stop: async () => {
      stopping.abort();
      await server.shutdown({ drainTimeoutMs: settings.drainTimeoutMs });
      endOfWrites.abort();
      await kept;
      await damage.settled();
      await closeAll(codec, database, store);
      await tracing?.stop();
      await probes.shutdown();
    },
  };
}

/** Until the index can be reached and has its schema, the service listens but is not ready. */
async function prepareIndex(
  database: Database<IndexSchema>,
  { health, log, tokens, signal }: { health: Health; log: Log; tokens: TokenSettings; signal: AbortSignal },
): Promise<void> {
  for (let waitMs = 250; !signal.aborted; waitMs = Math.min(waitMs * 2, 5_000)) {
    try {
      await migrate(database, migrations, { owner: 'repository', log: (sentence) => log.info(sentence) });
      await refuseWhileRebuilt(database.kysely);
      tokens.key = pageTokenKey(await sharedSecret(database.pool, 'page tokens'));
      health.set({ ready: true, startupStatus: 'AUS_STARTED', reason: undefined });
      return;
    } catch (error) {
      const isClear = error instanceof BeingRebuilt || error instanceof SchemaRefused;
      const reason = isClear ? error.message : 'the index is not ready yet';
      health.set({ reason });
      log.warn({ err: error }, reason);
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

interface Foundations {
  database: Database<IndexSchema>;
  store: ObjectStore;
  codec: CodecThreads;
  tokens: TokenSettings;
  damage: DamageNotes;
  onSegment: NonNullable<SealDeps['onSegment']>;
}

function featureDeps(settings: ServiceSettings, foundations: Foundations) {
  const { database, store, codec, tokens, damage, onSegment } = foundations;
  const db = database.kysely;
  const writing = { db, store, software, newId: uuidv7, nowMs: Date.now, onSegment };
  return {
    db,
    pool: database.pool,
    store,
    codec,
    tokens,
    damage,
    storeUrl: (key: string) => store.url(key),
    defaultNamespace: settings.defaultNamespace,
    pageLimits: { default: settings.pageDefault, max: settings.pageMax },
    smallContentBytes: settings.smallContentBytes,
    spoolFolder: settings.spoolFolder,
    maxImports: settings.maxImports,
    cdxMaxLimit: settings.cdxMaxLimit,
    allowOrigin: settings.allowOrigin,
    cdxaNotFoundStatus: settings.cdxaNotFoundStatus === '200' ? (200 as const) : (404 as const),
    checkAuid,
    ingest: {
      ...writing,
      limits: {
        sizeBytes: settings.segmentBytes,
        records: settings.segmentRecords,
        ageMs: settings.segmentMs,
      },
    },
    create: createDeps(settings, writing),
  };
}

function createDeps(settings: ServiceSettings, ingest: SealDeps) {
  const crowd = new Crowd(settings.maxCreates);
  const limits = {
    grouping: settings.groupCommit === 'on',
    delayMs: settings.groupDelayMs,
    sizeBytes: settings.segmentBytes,
    records: settings.segmentRecords,
  };
  return {
    ingest,
    crowd,
    groups: new GroupCommit(ingest, limits, () => crowd.size > 1),
    spoolFolder: settings.spoolFolder,
    inlineLimitBytes,
    memory: new Allowance(settings.createMemoryBytes),
    largeTurns: new Turns(largeCreates),
  };
}

function checkAuid(auid: string | undefined): string {
  if (auid === undefined) throw badUpload('The form has no field `auid`.');
  return validateField(repositoryContract, 'addArtifacts', 'auid', auid) as string;
}

async function closeAll(codec: CodecThreads, database: Database<IndexSchema>, store: ObjectStore) {
  await codec.close();
  await database.close();
  await store.close();
}
