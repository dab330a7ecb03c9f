// Puts the service together from its settings: database, users, health, HTTP. Starts it, and stops it in order.
import {
  createHealth,
  createMetrics,
  type Log,
  listen,
  listenMetrics,
  usersOfSettings,
} from '@holdfast/http-kit';
import { checkDatabase, openDatabase } from '@holdfast/pg-kit';
import { createApp } from './app.ts';
import type { ServiceSettings } from './env.ts';

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
  const database = openDatabase<Record<never, never>>({
    url: settings.databaseUrl,
    poolSize: settings.databasePool,
    applicationName: 'holdfast config-service',
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  const health = createHealth({
    checks: { database: () => checkDatabase(database) },
    intervalMs: settings.healthIntervalMs,
    log,
  });
  const app = createApp({ log, users, health, metrics });
  const probes = await listenMetrics({ metrics, health, host, port: settings.metricsPort, log });
  const server = await listen(app, { host, port: settings.port, health, log });
  health.set({ ready: true, startupStatus: 'AUS_STARTED' });
  health.start();
  log.info({ url: server.url, probesUrl: probes.url, settings: settings.describe() }, 'listening');
  return {
    url: server.url,
    probesUrl: probes.url,
    async stop() {
      await server.shutdown({ drainTimeoutMs: settings.drainTimeoutMs });
      await database.close();
      await probes.shutdown();
    },
  };
}
