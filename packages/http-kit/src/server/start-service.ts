// How a service starts and stops, the same for all of them. It starts in this order: users, metrics, traces, database,
// what is the service's own, the ports, the tables, the work that goes on in the background. It stops in the reverse
// order, and its probes end last because they say that it is stopping.
import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTracing, type Tracing, tracedQueries } from '@holdfast/tracing';
import type { AuditStore } from '../audit/audit-store.ts';
import type { LoginsDeps } from '../auth/logins.ts';
import type { Users } from '../auth/users.ts';
import type { ServiceName } from '../contract/contract.ts';
import { diskMetrics } from '../disk/disk-metrics.ts';
import { createDiskSpace, type DiskSpace, type WatchedDisk } from '../disk/disk-space.ts';
import { createHealth, type Health, type HealthOptions } from '../health/health.ts';
import { postgresPlace } from '../health/why-not.ts';
import { trustProxies } from '../http/client-address.ts';
import type { Audit } from '../observe/audit.ts';
import type { Log } from '../observe/log.ts';
import { createMetrics, type Metrics } from '../observe/metrics.ts';
import { type MeasuredPool, poolMetrics } from '../observe/pool-metrics.ts';
import { spoolMetrics } from '../observe/spool-metrics.ts';
import { createSessions, type Sessions } from '../session/sessions.ts';
import type { commonSpec } from '../settings/common.ts';
import type { ListedSetting } from '../settings/list-settings.ts';
import { loginsOfSettings, usersOfSettings } from '../settings/logins.ts';
import type { Settings } from '../settings/read-settings.ts';
import { shareOf } from '../settings/share-of-worker.ts';
import type { WorkerPart } from '../workers/worker.ts';
import { workerMetrics } from '../workers/worker-metrics.ts';
import { listen, MAX_CONNECTIONS, type RunningServer } from './listen.ts';
import { dependencyMetrics, listenMetrics, readyMetric, toldByOneProcess } from './metrics-server.ts';
import { type OpenAudit, openAuditLog } from './open-audit.ts';
import { STRANGER_LIMITS, type StrangerLimits } from './strangers.ts';

export type BaseSettings = Settings<typeof commonSpec> & {
  readonly port: number;
  readonly metricsPort: number;
  readonly spoolFolder: string;
};

/** The part of a database that the shell uses. */
export interface ServiceDatabase {
  readonly pool: MeasuredPool;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly applicationName: string;
  readonly onError: (error: Error) => void;
  readonly hooks: {
    onWait(durationMs: number): void;
    onQuery?(operation: string, outcome: 'ok' | 'error', durationMs: number): void;
  };
}

export interface ServicePlan<Database extends ServiceDatabase> {
  readonly service: ServiceName;
  readonly settings: BaseSettings;
  readonly log: Log;
  /** Undefined: this process is all of the service. Else `settings` are this worker's share. */
  readonly worker?: WorkerPart | undefined;
  /** Where it stores things, beside the spool and the database. */
  readonly disks?: readonly WatchedDisk[];
  /** Connects to nothing yet. */
  openDatabase(options: DatabaseOptions): Database;
  /** Rejects when the database cannot be used. */
  checkDatabase(database: Database): Promise<unknown>;
  /** A random value that all processes on one database agree on; the tables are there when it is asked for. */
  sharedSecret(database: Database, name: string): Promise<Uint8Array>;
  /** Where the audit log is kept; the table is there when anything is asked of it. */
  auditStore(database: Database): AuditStore;
  /** Makes what is the service's own, and lets none of it begin to work. */
  build(base: ServiceBase<Database>): ServiceParts | Promise<ServiceParts>;
}

export interface ServiceBase<Database> {
  readonly database: Database;
  readonly users: Users;
  readonly sessions: Sessions;
  /** Where its users come from. */
  readonly logins: Omit<LoginsDeps, 'reread'>;
  readonly listSettings: () => readonly ListedSetting[];
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
  readonly room: DiskSpace;
  /** Undefined where it is off. */
  readonly audit: Audit | undefined;
  /** Where entries of the audit log are found; undefined where none are kept. */
  readonly auditStore: AuditStore | undefined;
  readonly trustedProxies: readonly string[];
  readonly trustedOrigins: readonly string[];
}

export interface ServiceParts {
  /** Whatever readiness depends on beside the database. */
  readonly checks?: HealthOptions['checks'];
  readonly places?: HealthOptions['places'];
  /** Why the service must not answer although everything can be reached; call `health.set({})` when it has changed. */
  readonly whyUnfit?: HealthOptions['whyUnfit'];
  createApp(health: Health): RequestListener;
  /** Brings the tables up to date; resolves to what health is then told. It is tried until it does not reject. */
  prepare(): Promise<Parameters<Health['set']>[0]>;
  /** Why the service is not ready, in words for its operators, when `prepare` has rejected. */
  whyNotPrepared(error: unknown): string;
  /** Begins the work in the background, which may end when `stopping` aborts, and must when it is stopped. */
  startWork(health: Health, stopping: AbortSignal): { stop(): Promise<void> };
  /** Closes what `build` opened; no request and no work is under way any more. */
  close?(): Promise<void>;
}

export interface RunningService {
  readonly url: string;
  /** Where metrics and probes are; empty of a worker, whose primary process has them. */
  readonly probesUrl: string;
  stop(): Promise<void>;
}

/** Resolves when it listens; it is ready when the tables are and the checks pass. */
export async function startService<Database extends ServiceDatabase>(
  plan: ServicePlan<Database>,
): Promise<RunningService> {
  const { settings, log, worker } = plan;
  const { auditing, ...base } = await openBase(plan);
  const { database, metrics, tracing, room } = base;
  const parts = await plan.build(base);
  const health = createHealth({
    checks: { database: () => plan.checkDatabase(database), ...parts.checks },
    places: { database: postgresPlace(settings.databaseUrl), ...parts.places },
    intervalMs: settings.healthIntervalMs,
    whyReadOnly: () => room.full,
    whyUnfit: parts.whyUnfit,
    onChange: () => report?.(),
    log,
  });
  const report = worker?.report(health);
  worker?.tellMetrics(metrics.registry);
  dependencyMetrics(metrics, health);
  const app = parts.createApp(health);
  const probes = worker === undefined ? await listenProbes(plan, metrics, health) : undefined;
  const early = worker?.isLate ? undefined : await listenFor(plan, app, health);
  health.start();
  const stopping = new AbortController();
  void room.watch(stopping.signal);
  const withTables = async () => {
    base.sessions.open(settings.sessionSecret ?? (await plan.sharedSecret(database, 'sessions')));
    auditing.begin(stopping.signal);
  };
  const preparing = { health, log, signal: stopping.signal, withTables };
  const work = prepare(parts, preparing).then((isPrepared) =>
    isPrepared ? parts.startWork(health, stopping.signal) : undefined,
  );
  if (early === undefined) await readyOrLate(health);
  const server = early ?? (await listenFor(plan, app, health));
  worker?.evenOut(server.connections);
  log.info({ url: server.url, probesUrl: probes?.url, settings: settings.describe() }, 'listening');
  return {
    url: server.url,
    probesUrl: probes?.url ?? '',
    async stop() {
      stopping.abort();
      await server.shutdown({ drainTimeoutMs: settings.drainTimeoutMs });
      await (await work)?.stop();
      await parts.close?.();
      await auditing.close();
      await database.close();
      await tracing?.stop();
      await probes?.shutdown();
    },
  };
}

function listenProbes(
  { settings, log }: Pick<ServicePlan<ServiceDatabase>, 'settings' | 'log'>,
  metrics: Metrics,
  health: Health,
): Promise<RunningServer> {
  const { metricsHost: host, metricsPort: port } = settings;
  readyMetric(metrics, health);
  workerMetrics(metrics.registry, () => 1);
  return listenMetrics({ ...toldByOneProcess(metrics, health), host, port, log });
}

function listenFor(
  { settings, log, worker }: Pick<ServicePlan<ServiceDatabase>, 'settings' | 'log' | 'worker'>,
  app: RequestListener,
  health: Health,
): Promise<RunningServer> {
  const { host, port, leastRateBytes, rateWindowMs, trustedProxies } = settings;
  const pace = { leastBytesPerSecond: leastRateBytes, windowMs: rateWindowMs };
  const trust = trustProxies(trustedProxies);
  const workers = worker === undefined ? 1 : settings.workers;
  const limits = { maxConnections: shareOf(MAX_CONNECTIONS, workers), strangers: strangersOf(workers) };
  return listen(app, { host, port, health, log, pace, trust, ...limits });
}

function strangersOf(workers: number): StrangerLimits {
  const { shortHeaderBytes, ...shared } = STRANGER_LIMITS;
  const shares = Object.entries(shared).map(([name, limit]) => [name, shareOf(limit, workers, 2)]);
  return { ...(Object.fromEntries(shares) as typeof shared), shortHeaderBytes };
}

/** How long a worker that is to take connections when it is ready waits for that. */
const LATE_MS = 10_000;
const LOOK_MS = 20;

async function readyOrLate(health: Health): Promise<void> {
  for (const endMs = performance.now() + LATE_MS; performance.now() < endMs && !health.ready; )
    await sleep(LOOK_MS);
}

async function openBase<Database extends ServiceDatabase>(
  plan: ServicePlan<Database>,
): Promise<ServiceBase<Database> & { readonly auditing: OpenAudit }> {
  const { service, settings, log, worker } = plan;
  const users = worker?.users ?? (await usersOfSettings(settings, log));
  const metrics = createMetrics();
  const tracing = await startTracing(settings, service, log);
  const connections = poolMetrics(metrics);
  const database = plan.openDatabase({
    url: settings.databaseUrl,
    poolSize: settings.databasePool,
    applicationName: `holdfast ${service.name}`,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
    hooks: { onWait: connections.waited, ...(tracing && tracedQueries(tracing)) },
  });
  connections.watch(database.pool, settings.databasePool);
  spoolMetrics(metrics, settings.spoolFolder);
  const auditing = openAuditLog(plan, () => plan.auditStore(database));
  const { trustedProxies, trustedOrigins } = settings;
  const room = await openRoom(plan, metrics);
  const sessions = createSessions(users, Date.now);
  const logins = { ofSettings: loginsOfSettings(settings), file: settings.usersFile };
  const listSettings = () => settings.list();
  const { audit, auditStore } = auditing;
  const told = { users, sessions, logins, listSettings, audit, auditStore, trustedProxies, trustedOrigins };
  return { ...told, database, metrics, tracing, room, auditing };
}

/** A spool may be small and have a disk of its own. */
const MOST_OF_SPOOL = 0.1;
/** A disk that does not answer must not keep the service from starting. */
const FIRST_LOOK_MS = 2_000;

async function openRoom<Database extends ServiceDatabase>(
  { settings, log, disks = [] }: ServicePlan<Database>,
  metrics: Metrics,
): Promise<DiskSpace> {
  const { spoolFolder, databaseFolder, diskReserveBytes } = settings;
  const space = createDiskSpace({
    disks: [
      ...disks,
      ...(databaseFolder === undefined ? [] : [{ name: 'database', folder: databaseFolder }]),
      { name: 'spool', folder: spoolFolder, mostShare: MOST_OF_SPOOL },
    ],
    reserveBytes: diskReserveBytes,
    log,
  });
  diskMetrics(metrics, space);
  await Promise.race([space.look(), sleep(FIRST_LOOK_MS, undefined, { ref: false })]);
  return space;
}

interface Preparing {
  readonly health: Health;
  readonly log: Log;
  readonly signal: AbortSignal;
  withTables(): Promise<void>;
}

/** Until the tables are there, the service listens but is not ready. False: it was told to stop before. */
async function prepare(
  parts: ServiceParts,
  { health, log, signal, withTables }: Preparing,
): Promise<boolean> {
  let logged: string | undefined;
  for (let waitMs = 250; !signal.aborted; waitMs = Math.min(waitMs * 2, 5_000)) {
    try {
      const prepared = await parts.prepare();
      await withTables();
      health.set({ reason: undefined, ...prepared });
      return !signal.aborted;
    } catch (error) {
      const reason = parts.whyNotPrepared(error);
      health.set({ reason });
      if (reason !== logged) log.warn({ err: error }, reason);
      logged = reason;
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }
  return false;
}
