// A service of several processes, as its primary process runs it: workers, the port of metrics and probes, and what the
// workers leave to one alone.

import { auditKeyOf, boundAudit, type SharedUsers, shareUsers, usersOfSettings } from '@holdfast/accounts';
import {
  type commonSpec,
  createMetrics,
  type Log,
  type LogLevel,
  listenMetrics,
  type Primary,
  readyMetric,
  type Settings,
  startPrimary,
  stdoutLines,
} from '@holdfast/service-kit';

export type PrimarySettings = Settings<typeof commonSpec> & {
  readonly logLevel: LogLevel;
  readonly metricsPort: number;
};

/** What a worker has beyond the time for requests under way; who supervises the service gives it more. */
const END_MS = 15_000;

const LOOK_AT_USERS_MS = 1_000;

/** Resolves when the workers have been started. `exit` is called when they cannot be had. */
export async function runPrimary(
  name: string,
  settings: PrimarySettings,
  log: Log,
  exit: (code: number) => void,
): Promise<{ stop(): Promise<void> }> {
  const { workers, metricsHost: host, metricsPort: port, auditLog, drainTimeoutMs } = settings;
  let primary: Primary | undefined;
  let shared: SharedUsers | undefined;
  const users = await usersOfSettings(settings, log, () => shared?.changed());
  shared = shareUsers(users);
  const metrics = createMetrics();
  const health = () =>
    primary?.health ?? {
      ready: false,
      started: false,
      readOnly: undefined,
      reason: 'the service is starting',
    };
  readyMetric(metrics, {
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
  boundAudit(name, auditLog, log);
  // Workers that know all who ask would not have the file looked at.
  setInterval(() => void users.refresh(), LOOK_AT_USERS_MS).unref();
  const { registry } = metrics;
  const started = startPrimary({
    workers,
    share: shared.share,
    auditKey: auditKeyOf(settings),
    registry,
    log,
    lines: stdoutLines(),
  });
  primary = started;
  // However this process ends, its workers do not go on without it.
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
