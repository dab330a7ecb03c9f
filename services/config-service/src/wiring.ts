// Puts the service together from its settings: database, users, health, HTTP. Starts it, and stops it in order.
import { setTimeout as sleep } from 'node:timers/promises';
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
} from '@holdfast/http-kit';
import { checkDatabase, type Database, migrate, openDatabase, SchemaRefused } from '@holdfast/pg-kit';
import { createApp } from './app.ts';
import { serviceName } from './domain/service-name.ts';
import type { ServiceSettings } from './env.ts';
import { turnsOf } from './features/queries/turns.ts';
import { migrations } from './index/migrations/index.ts';
import type { ConfigSchema } from './index/schema/schema.ts';
import { loadStateMetrics } from './loading/load-metrics.ts';
import { loadMetrics, repositoryMetrics, stockMetrics } from './metrics.ts';
import { repositoryOfSettings } from './repository/settings.ts';
import { configurationDeps, startLoading } from './start-loading.ts';

export interface RunningService {
  readonly url: string;
  /** Where metrics and probes are. */
  readonly probesUrl: string;
  stop(): Promise<void>;
}

/** Resolves when it listens; ready it is when the database has been reached. */
export async function startService(settings: ServiceSettings, log: Log): Promise<RunningService> {
  const { host } = settings;
  const users = await usersOfSettings(settings, log);
  const metrics = createMetrics();
  const tracing = await startTracing(settings, serviceName, log);
  const connections = poolMetrics(metrics);
  const database = openDatabase<ConfigSchema>({
    url: settings.databaseUrl,
    poolSize: settings.databasePool,
    applicationName: 'holdfast config-service',
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
    hooks: { onWait: connections.waited, ...(tracing && tracedQueries(tracing)) },
  });
  connections.watch(database.pool, settings.databasePool);
  stockMetrics(metrics, database.kysely);
  loadStateMetrics(metrics, database.kysely);
  spoolMetrics(metrics, settings.spoolFolder);
  const observe = loadMetrics(metrics);
  const health = createHealth({
    checks: { database: () => checkDatabase(database) },
    intervalMs: settings.healthIntervalMs,
    log,
  });
  const app = createApp({
    log,
    users,
    health,
    metrics,
    tracing,
    db: database.kysely,
    database,
    // Queries hold a connection while their clients read: half of them are left for all else.
    turns: turnsOf(Math.max(1, Math.floor(settings.databasePool / 2))),
    queryTimeoutMs: settings.queryTimeoutMs,
    repository: repositoryOfSettings(settings, {
      onRequest: repositoryMetrics(metrics),
      headers: tracing?.headers,
    }),
    now: Date.now,
    allowUnknownPlugins: settings.allowUnknownPlugins,
    metadataExtraction: settings.metadataExtraction,
    auBodyLimitBytes: settings.auBodyLimitBytes,
    configuration: configurationDeps(settings, database.kysely),
    platform: {
      node: settings,
      nowMs: Date.now,
      uptimeMs: () => process.uptime() * 1000,
      workingFolder: process.cwd(),
    },
  });
  const probes = await listenMetrics({ metrics, health, host, port: settings.metricsPort, log });
  const server = await listen(app, { host, port: settings.port, health, log });
  health.start();
  log.info({ url: server.url, probesUrl: probes.url, settings: settings.describe() }, 'listening');
  const stopping = new AbortController();
  const loading = prepareTables(database, { health, log, signal: stopping.signal }).then((prepared) =>
    prepared ? startLoading(settings, { health, log, observe }) : undefined,
  );
  return {
    url: server.url,
    probesUrl: probes.url,
    async stop() {
      stopping.abort();
      await server.shutdown({ drainTimeoutMs: settings.drainTimeoutMs });
      await (await loading)?.stop();
      await database.close();
      await tracing?.stop();
      await probes.shutdown();
    },
  };
}

/** Until the database can be reached and has its tables, the service listens but is not ready. False: it is to stop. */
async function prepareTables(
  database: Database<ConfigSchema>,
  { health, log, signal }: { health: Health; log: Log; signal: AbortSignal },
): Promise<boolean> {
  for (let waitMs = 250; !signal.aborted; waitMs = Math.min(waitMs * 2, 5_000)) {
    try {
      await migrate(database, migrations, { owner: 'configuration', log: (sentence) => log.info(sentence) });
      health.set({ reason: undefined });
      return true;
    } catch (error) {
      const reason = error instanceof SchemaRefused ? error.message : 'the database is not ready yet';
      health.set({ reason });
      log.warn({ err: error }, reason);
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }
  return false;
}
