// Runs the primary process of a service with several processes. It starts the workers, serves metrics and probes, and
// does work that only one process may do.

import {
  createConfiguredUsers,
  getAuditKey,
  limitAuditFileSizes,
  type SharedUsers,
  shareUsers,
} from '@holdfast/accounts';
import {
  type commonSpec,
  createMetrics,
  type Log,
  type LogLevel,
  listenMetrics,
  openStdoutLines,
  type PrimaryProcess,
  registerReadyMetric,
  type Settings,
  startPrimary,
} from '@holdfast/service-kit';

export type PrimarySettings = Settings<typeof commonSpec> & {
  readonly logLevel: LogLevel;
  readonly metricsPort: number;
};

/**
 * Time that a worker has to end after `drainTimeoutMs`, the time limit of its running requests. A process supervisor
 * must wait longer than the sum of both times.
 */
const END_MS = 15_000;

const LOOK_AT_USERS_MS = 1_000;

/** Resolves when the workers have been started. Calls `exit` if the workers keep failing. */
export async function runPrimary(
  name: string,
  settings: PrimarySettings,
  log: Log,
  exit: (code: number) => void,
): Promise<{ stop(): Promise<void> }> {
  const { workers, metricsHost: host, metricsPort: port, auditLog, drainTimeoutMs } = settings;
  let primary: PrimaryProcess | undefined;
  let shared: SharedUsers | undefined;
  const users = await createConfiguredUsers(settings, log, () => shared?.changed());
  shared = shareUsers(users);
  const metrics = createMetrics();
  const health = () =>
    primary?.health ?? {
      ready: false,
      started: false,
      readOnly: undefined,
      reason: 'the service is starting',
    };
  registerReadyMetric(metrics, {
    get ready() {
      return health().ready;
    },
  });
  const probes = await listenMetrics({
    metrics: {
      contentType: metrics.registry.contentType,
      text: async () => (await primary?.metrics.text()) ?? '',
    },
    health,
    host,
    port,
    log,
  });
  limitAuditFileSizes(name, auditLog, log);
  // Checks the users file regularly. Workers that have cached all users never request a check.
  setInterval(() => void users.refresh(), LOOK_AT_USERS_MS).unref();
  const { registry } = metrics;
  const started = startPrimary({
    workers,
    share: shared.share,
    auditKey: getAuditKey(settings),
    registry,
    log,
    lines: openStdoutLines(),
  });
  primary = started;
  // Kills the workers when this process ends for any reason.
  process.once('exit', started.kill);
  void started.failed.then((why) => {
    log.fatal({ why }, 'the service ends');
    exit(1);
  });
  log.info({ workers, probesUrl: probes.url, settings: settings.describe() }, 'started workers');
  return {
    async stop() {
      await started.stop(drainTimeoutMs + END_MS);
      await probes.shutdown();
    },
  };
}
