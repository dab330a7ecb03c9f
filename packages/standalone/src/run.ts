// Runs `npm start`: opens the data folder, checks the ports, creates passwords, and starts databases and services. When
// a stop is requested, closes everything in reverse order.
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectStoreSettings } from '@holdfast/object-store';
import { splitHosts } from '@holdfast/service-kit/settings';
import { formatStartFaults } from '../early/faults.mjs';
import { findPortConflicts } from '../early/ports.mjs';
import type { CheckedSettings, SERVICE_NAMES } from './checked-settings.ts';
import { type DataFolder, openDataFolder, PROCESS_ENDING_MS } from './data-folder.ts';
import { type NodeDatabases, startEmbeddedDatabases, useExternalDatabase } from './databases.ts';
import { formatReadyMessage, shortenPath } from './format.ts';
import { listPorts } from './list-ports.ts';
import { ensurePassword, type StoredPassword } from './password.ts';
import { type ScheduledBackups, scheduleBackups } from './scheduled-backups.ts';
import { makeServiceEnvironment } from './service-environment.ts';
import { makeServiceUrl } from './service-url.ts';
import { type RunningServices, type ServicePlan, startServices } from './services.ts';
import type { StandaloneSettings } from './settings.ts';
import { StartupError } from './startup-error.ts';
import type { StopSignals } from './stop-signals.ts';
import { ensureUsersFile } from './users-file.ts';

export interface StandaloneTools {
  say(words: string): void;
  randomInt(below: number): number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly projectFolder: string;
  readonly signals: StopSignals;
}

/** Starts the node. Resolves after an orderly shutdown. Throws `StartupError` if it cannot start. */
export async function runStandalone(
  tools: StandaloneTools,
  { settings, graceMs }: Pick<CheckedSettings, 'settings' | 'graceMs'>,
): Promise<void> {
  const { say, signals } = tools;
  const folder = await openDataFolder(say, settings.dataFolder);
  let databases: NodeDatabases | undefined;
  let services: RunningServices | undefined;
  let backups: ScheduledBackups | undefined;
  signals.force.addEventListener('abort', () => {
    void backups?.stop(0);
    services?.kill();
    void databases?.kill();
  });
  try {
    await checkPorts(settings, folder.wasCutOff ? PROCESS_ENDING_MS : 0);
    const password = settings.adminPasswordGiven
      ? undefined
      : await ensurePassword(tools, folder.path, 'admin-password');
    const reader = settings.readerPasswordGiven
      ? undefined
      : await ensurePassword(tools, folder.path, 'reader-password');
    const storing = settings.storesRegistries
      ? await ensurePassword(tools, folder.path, 'plugin-store-password')
      : undefined;
    const session = settings.sessionSecretGiven
      ? undefined
      : await ensurePassword(tools, folder.path, 'session-secret');
    const users = await ensureUsersFile(folder.path);
    // Marks these passwords as printed, because only the services use them.
    await reader?.shown();
    await storing?.shown();
    await session?.shown();
    say('Starting …');
    databases =
      settings.databaseUrl === undefined
        ? await startEmbeddedDatabases(say, folder.path, signals.stop)
        : useExternalDatabase(settings.databaseUrl);
    if (databases === undefined || signals.stop.aborted) return;
    const login = { user: settings.adminUser, ...(password && { passwordFile: password.file }) };
    const planned = createServicePlans(tools, settings, folder, databases, {
      admin: password,
      reader,
      storing,
      session,
      users,
    });
    const usersFile = usersFileOf(planned, tools.projectFolder);
    const { certFile } = settings;
    services = startServices(
      { say, running: (running) => folder.running({ services: running, login, usersFile, certFile }) },
      planned,
    );
    const stopped = waitForAbort(signals.stop);
    await Promise.race([services.ready, stopped]);
    if (!signals.stop.aborted) {
      say(formatReadyMessage(describeReadyNode(tools, settings, password)));
      await password?.shown();
      backups = startBackups(tools, settings, folder);
    }
    await stopped;
  } finally {
    if (signals.stop.aborted) say('Stopping …');
    await backups?.stop(graceMs);
    await services?.stop(graceMs);
    await databases?.stop();
    folder.release();
    if (signals.stop.aborted) say('Stopped.');
  }
}

function startBackups(
  { say, environment, projectFolder }: StandaloneTools,
  { backup }: StandaloneSettings,
  folder: DataFolder,
): ScheduledBackups | undefined {
  if (backup === undefined) return undefined;
  const deps = {
    say,
    nowMs: Date.now,
    script: join(projectFolder, 'packages', 'cli', 'dist', 'main.js'),
    environment,
    projectFolder,
    logFile: join(folder.logs, 'backup.log'),
    noteFile: join(folder.path, 'last-backup.json'),
  };
  return scheduleBackups(deps, backup);
}

/**
 * Waits up to `patienceMs` for the ports: a killed earlier start occupies its ports until its last thread has ended.
 */
async function checkPorts(settings: StandaloneSettings, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const troubles = await findPortConflicts(listPorts(settings));
    if (troubles.length === 0) return;
    if (performance.now() > deadline) throw new StartupError(formatStartFaults(troubles));
    await sleep(100);
  }
}

function createServicePlans(
  { environment, projectFolder }: StandaloneTools,
  { host, certFile, metricsHost, ports, objectStore, adminUser, databaseUrl }: StandaloneSettings,
  folder: DataFolder,
  databases: NodeDatabases,
  passwords: {
    readonly admin: StoredPassword | undefined;
    readonly reader: StoredPassword | undefined;
    readonly storing: StoredPassword | undefined;
    readonly session: StoredPassword | undefined;
    /** Path of the users file. */
    readonly users: string;
  },
): ServicePlan[] {
  const shared = {
    host,
    ports,
    repositoryUrl: makeServiceUrl({ host, certFile }, ports.REPOSITORY_PORT),
    configurationUrl: makeServiceUrl({ host, certFile }, ports.CONFIG_PORT),
    certFile,
    objectStore,
    adminUser,
    adminPasswordFile: passwords.admin?.file,
    readerPasswordFile: passwords.reader?.file,
    storingPasswordFile: passwords.storing?.file,
    sessionSecretFile: passwords.session?.file,
    usersFile: passwords.users,
    spoolFolder: folder.spool,
    databaseFolder: databaseUrl === undefined ? join(folder.path, 'postgres') : undefined,
    auditFolder: folder.audit,
  };
  const plan = (
    name: (typeof SERVICE_NAMES)[number],
    [port, probesPort]: readonly [number, number],
    databaseUrl: string,
  ): ServicePlan => ({
    name,
    url: makeServiceUrl({ host, certFile }, port),
    probesUrl: makeServiceUrl({ host: metricsHost, certFile: undefined }, probesPort),
    script: join(projectFolder, 'services', name, 'dist', 'main.js'),
    environment: makeServiceEnvironment(environment, { ...shared, databaseUrl }),
    logFile: join(folder.logs, `${name}.log`),
  });
  return [
    plan(
      'repository-service',
      [ports.REPOSITORY_PORT, ports.REPOSITORY_METRICS_PORT],
      databases.repositoryUrl,
    ),
    plan('config-service', [ports.CONFIG_PORT, ports.CONFIG_METRICS_PORT], databases.configurationUrl),
  ];
}

/** Returns the absolute path of the services' users file, which they resolve against the project folder. */
function usersFileOf(planned: readonly ServicePlan[], projectFolder: string): string | undefined {
  const file = planned[0]?.environment.USERS_FILE;
  return file === undefined ? undefined : resolve(projectFolder, file);
}

function describeReadyNode(
  tools: StandaloneTools,
  settings: StandaloneSettings,
  password: StoredPassword | undefined,
) {
  const { ports, objectStore, databaseUrl, dataFolder, adminUser } = settings;
  return {
    repositoryUrl: makeServiceUrl(settings, ports.REPOSITORY_PORT),
    configurationUrl: makeServiceUrl(settings, ports.CONFIG_PORT),
    adminUser,
    password:
      password === undefined
        ? ({ how: 'given' } as const)
        : password.made
          ? ({ how: 'made', password: password.password, file: password.file } as const)
          : ({ how: 'kept', file: password.file } as const),
    dataFolder,
    databaseWords:
      databaseUrl === undefined
        ? 'embedded PostgreSQL'
        : `PostgreSQL at ${splitHosts(databaseUrl)
            .map((url) => new URL(url).host)
            .join(' or ')}`,
    objectStoreWords: describeObjectStore(tools.projectFolder, objectStore),
    workingFolder: tools.projectFolder,
  };
}

function describeObjectStore(projectFolder: string, store: ObjectStoreSettings): string {
  if (store.kind === 'several')
    return store.stores.map((one) => describeObjectStore(projectFolder, one.store)).join(' and ');
  return store.kind === 'fs'
    ? shortenPath(projectFolder, store.folder)
    : `s3://${store.bucket}/${store.prefix}`;
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
