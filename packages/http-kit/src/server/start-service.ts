// Starts and stops every service in the same way. Starts in this order: users, metrics, traces, database, service
// components, ports, tables, background work. Stops in this order: service port, background work, service components,
// database, traces, probes. The probes stop last, because they report that the service is stopping.
import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createConfiguredUsers,
  createSessions,
  createUsersProxy,
  hashPassword,
  listConfiguredLogins,
  type OpenedAuditLog,
  openAuditLog,
  openOidc,
} from '@holdfast/accounts';
import {
  computeWorkerShare,
  createDiskSpace,
  createHealth,
  createMetrics,
  createPoolMetrics,
  createProxyTrust,
  createSingleProcessMetrics,
  type DiskSpace,
  type Health,
  type Log,
  listenMetrics,
  listServiceDisks,
  type Metrics,
  type RunningServer,
  registerCertificateMetrics,
  registerDependencyMetrics,
  registerDiskMetrics,
  registerReadyMetric,
  registerSpoolMetrics,
  registerWorkerMetrics,
  toPostgresLocation,
} from '@holdfast/service-kit';
import { createQueryHooks, startTracing } from '@holdfast/tracing';
import { listenOnPort, MAX_CONNECTIONS } from './listen.ts';
import type { ServiceBase, ServiceDatabase, ServiceParts, ServicePlan } from './service-plan.ts';
import { openTls, type ServerTls } from './tls-files.ts';
import { UNAUTHENTICATED_LIMITS, type UnauthenticatedLimits } from './unauthenticated-connections.ts';

export interface RunningService {
  readonly url: string;
  /** URL of metrics and probes. Empty for a worker, because its primary process serves them. */
  readonly probesUrl: string;
  stop(): Promise<void>;
}

/**
 * Resolves when the service accepts connections. The service becomes ready when the tables exist and all checks pass.
 */
export async function startService<Database extends ServiceDatabase>(
  plan: ServicePlan<Database>,
): Promise<RunningService> {
  const { settings, log, worker } = plan;
  const tls = await openTls(settings, log);
  const { auditing, ...base } = await openBase(plan);
  const { database, metrics, tracing, room } = base;
  registerCertificateMetrics(metrics, tls && (() => tls.current.endsMs));
  const parts = await plan.build(base);
  const health = createHealth({
    checks: { database: () => plan.checkDatabase(database), ...parts.checks },
    ...(parts.spareChecks && { spareChecks: parts.spareChecks }),
    places: { database: toPostgresLocation(settings.databaseUrl), ...parts.places },
    intervalMs: settings.healthIntervalMs,
    whyReadOnly: () => room.full,
    note: () => tls?.problem,
    whyUnfit: parts.whyUnfit,
    onChange: () => report?.(),
    log,
  });
  const report = worker?.report(health);
  worker?.tellMetrics(metrics.registry);
  registerDependencyMetrics(metrics, health);
  const app = parts.createApp(health);
  const probes = worker === undefined ? await listenProbes(plan, metrics, health) : undefined;
  const early = worker?.isLate ? undefined : await listenOnServicePort(plan, app, health, tls);
  health.start();
  const stopping = new AbortController();
  void room.watch(stopping.signal);
  const withTables = async () => {
    base.sessions.open(settings.sessionSecret ?? (await plan.sharedSecret(database, 'sessions')));
    auditing.begin(stopping.signal);
  };
  const preparing = { health, log, signal: stopping.signal, withTables };
  const work = retryPreparation(parts, preparing).then((isPrepared) =>
    isPrepared ? parts.startWork(health, stopping.signal) : undefined,
  );
  if (early === undefined) await waitForReadiness(health);
  const server = early ?? (await listenOnServicePort(plan, app, health, tls));
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
  registerReadyMetric(metrics, health);
  registerWorkerMetrics(metrics.registry, () => 1);
  return listenMetrics({ ...createSingleProcessMetrics(metrics, health), host, port, log });
}

function listenOnServicePort(
  { settings, log, worker }: Pick<ServicePlan<ServiceDatabase>, 'settings' | 'log' | 'worker'>,
  app: RequestListener,
  health: Health,
  tls: ServerTls | undefined,
): Promise<RunningServer> {
  const { host, port, leastRateBytes, rateWindowMs, trustedProxies } = settings;
  const pace = { leastBytesPerSecond: leastRateBytes, windowMs: rateWindowMs };
  const trust = createProxyTrust(trustedProxies);
  const workers = worker === undefined ? 1 : settings.workers;
  const maxConnections = computeWorkerShare(MAX_CONNECTIONS, workers);
  const unauthenticatedLimits = divideLimits(workers);
  return listenOnPort(app, {
    host,
    port,
    health,
    log,
    pace,
    trust,
    maxConnections,
    unauthenticatedLimits,
    tls,
  });
}

function divideLimits(workers: number): UnauthenticatedLimits {
  const { shortHeaderBytes, ...shared } = UNAUTHENTICATED_LIMITS;
  const shares = Object.entries(shared).map(([name, limit]) => [name, computeWorkerShare(limit, workers, 2)]);
  return { ...(Object.fromEntries(shares) as typeof shared), shortHeaderBytes };
}

/** Maximum time for which a restarted worker delays accepting connections until it is ready, in milliseconds. */
const LATE_MS = 10_000;
const LOOK_MS = 20;

async function waitForReadiness(health: Health): Promise<void> {
  for (const endMs = performance.now() + LATE_MS; performance.now() < endMs && !health.ready; )
    await sleep(LOOK_MS);
}

async function openBase<Database extends ServiceDatabase>(
  plan: ServicePlan<Database>,
): Promise<ServiceBase<Database> & { readonly auditing: OpenedAuditLog }> {
  const { service, settings, log, worker } = plan;
  const users = worker ? createUsersProxy(worker.shared) : await createConfiguredUsers(settings, log);
  const metrics = createMetrics();
  const tracing = await startTracing(settings, service, log);
  const connections = createPoolMetrics(metrics);
  const database = plan.openDatabase({
    url: settings.databaseUrl,
    poolSize: settings.databasePool,
    applicationName: `holdfast ${service.name}`,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
    hooks: { onWait: connections.waited, ...(tracing && createQueryHooks(tracing)) },
  });
  connections.watch(database.pool, settings.databasePool);
  registerSpoolMetrics(metrics, settings.spoolFolder);
  const auditing = openAuditLog(plan, () => plan.auditStore(database));
  const { trustedProxies, trustedOrigins } = settings;
  const room = await openDiskSpace(plan, metrics);
  const sessions = createSessions(users, Date.now, settings.oidcIssuer);
  const oidc = openOidc(settings, log);
  const logins = {
    ofSettings: listConfiguredLogins(settings),
    file: settings.usersFile,
    hash: (password: string) => hashPassword(password, settings.loginCost),
  };
  const listSettings = () => settings.list();
  const { audit, auditStore } = auditing;
  const shared = {
    users,
    sessions,
    oidc,
    logins,
    listSettings,
    audit,
    auditStore,
    trustedProxies,
    trustedOrigins,
  };
  return { ...shared, database, metrics, tracing, room, auditing };
}

/** Time limit of the first disk check, in milliseconds, so that a disk that does not respond cannot block the start. */
const FIRST_LOOK_MS = 2_000;

async function openDiskSpace<Database extends ServiceDatabase>(
  { settings, log, disks = [] }: ServicePlan<Database>,
  metrics: Metrics,
): Promise<DiskSpace> {
  const space = createDiskSpace({
    disks: listServiceDisks(settings, disks),
    reserveBytes: settings.diskReserveBytes,
    log,
  });
  registerDiskMetrics(metrics, space);
  await Promise.race([space.look(), sleep(FIRST_LOOK_MS, undefined, { ref: false })]);
  return space;
}

interface PreparationTools {
  readonly health: Health;
  readonly log: Log;
  readonly signal: AbortSignal;
  withTables(): Promise<void>;
}

/**
 * Retries `parts.prepare` until it succeeds. Until then, the service accepts connections but is not ready. Returns
 * false if the service is stopped first.
 */
async function retryPreparation(
  parts: ServiceParts,
  { health, log, signal, withTables }: PreparationTools,
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
