// Settings of the service. Only this file reads environment variables. An invalid configuration throws one error that
// lists every problem.
import { availableParallelism } from 'node:os';
import { findLoginFaults } from '@holdfast/accounts/login-settings';
import { findOidcFaults } from '@holdfast/accounts/oidc-settings';
import { findNotifyFaults, notifySpec } from '@holdfast/notify/notify-settings';
import {
  listStoreSecrets,
  listStoreSettingNames,
  makeStoreSettingsSpec,
  type ObjectStoreSettings,
  objectStoreSpec,
  parseObjectStores,
} from '@holdfast/object-store';
import {
  commonSpec,
  describeMisspeltSettings,
  type Environment,
  findTlsFaults,
  pluginStoreSpec,
  readSettings,
  SettingsError,
} from '@holdfast/service-kit/settings';
import { importSpec } from './features/archives/settings.ts';
import { readingSpec } from './features/artifacts/settings.ts';
import { exportSpec } from './features/exports/settings.ts';
import { pageSpec } from './features/page/settings.ts';
import { replaySpec } from './features/replay/settings.ts';
import { ingestSpec } from './ingest/settings.ts';
import { checksSpec } from './jobs/checks/settings.ts';
import { deletionSpec } from './jobs/deletions/settings.ts';
import { jobsSpec } from './jobs/frame/settings.ts';
import { auNamesSpec, findAuNameFaults } from './jobs/notices/settings.ts';
import { findPeerFaults, peersSpec } from './jobs/peers/settings.ts';
import { urlSearchSpec } from './jobs/search/settings.ts';

/** docs/settings.md is generated from this object. */
export const serviceSpec = {
  ...commonSpec,
  ...pluginStoreSpec,
  ...jobsSpec,
  ...peersSpec,
  ...checksSpec,
  ...notifySpec,
  ...auNamesSpec,
  ...deletionSpec,
  backupPeriodMs: {
    kind: 'duration',
    name: 'BACKUP_PERIOD',
    min: 60_000,
    max: 366 * 86_400_000,
    defaultText: 'the age of backups is not watched',
    about:
      'how often the node is backed up, by `npm start` or otherwise: the alert [HoldfastBackupOverdue](alerts.md#holdfastbackupoverdue) fires when the last backup is older than twice this period',
  },
  port: { kind: 'port', name: 'REPOSITORY_PORT', default: 24610, about: 'port of the service' },
  metricsPort: {
    kind: 'port',
    name: 'REPOSITORY_METRICS_PORT',
    default: 24611,
    about: 'port of metrics and probes',
  },
  databaseReadUrl: {
    kind: 'url',
    name: 'DATABASE_READ_URL',
    protocols: ['postgres:', 'postgresql:'],
    authorities: 'DATABASE_CA_FILE',
    defaultText: 'none: `DATABASE_URL` answers all queries',
    about:
      'streaming standby of the PostgreSQL of `DATABASE_URL`, for replay queries ([A standby for replay](runbooks/scale.md#a-standby-for-replay))',
  },
  databaseReadMaxLagMs: {
    kind: 'duration',
    name: 'DATABASE_READ_MAX_LAG',
    min: 100,
    max: 3_600_000,
    default: 10_000,
    about:
      'maximum age of answers from the standby; if the standby lags further, `DATABASE_URL` answers instead',
  },
  defaultNamespace: {
    kind: 'string',
    name: 'DEFAULT_NAMESPACE',
    pattern: /^[A-Za-z0-9][A-Za-z0-9._-]0,254$/,
    defaultText: '`default`; `lockss` with `COMPATIBILITY=laaws`',
    about: 'namespace for requests that name no namespace',
  },
  ...readingSpec,
  ...pageSpec,
  ...replaySpec,
  ...urlSearchSpec,
  codecThreads: {
    kind: 'integer',
    name: 'CODEC_THREADS',
    min: 1,
    max: 256,
    default: availableParallelism(),
    defaultText: 'one per processor',
    // With two threads, a worker can read two imports in parallel.
    leastOfWorker: 2,
    about: 'threads that decompress, parse and digest uploads',
  },
  ...importSpec,
  ...exportSpec,
  ...ingestSpec,
} as const;

/** Names of all variables that the service reads. */
export const settingNames: readonly string[] = [
  ...Object.values(serviceSpec),
  ...Object.values(objectStoreSpec),
].map(({ name }) => name);

/** Settings of the `holdfast keep` command line, which needs no login settings. */
export const keepSpec = {
  ...jobsSpec,
  databaseUrl: serviceSpec.databaseUrl,
  databaseCaFile: serviceSpec.databaseCaFile,
  databasePool: { ...serviceSpec.databasePool, min: 4, default: 12 },
  spoolFolder: serviceSpec.spoolFolder,
  segmentBytes: serviceSpec.segmentBytes,
  segmentRecords: serviceSpec.segmentRecords,
  codecThreads: serviceSpec.codecThreads,
  defaultNamespace: serviceSpec.defaultNamespace,
  compatibility: serviceSpec.compatibility,
  deletionApproval: serviceSpec.deletionApproval,
} as const;

/** Parses the settings of the service. Throws a SettingsError that lists every problem. */
export function parseServiceSettings(environment: Environment) {
  const faults: string[] = [];
  const service = collect(faults, () =>
    readSettings(environment, serviceSpec, (settings) => [
      ...findLoginFaults(settings),
      ...findOidcFaults(settings),
      ...findTlsFaults(settings),
      ...findPeerFaults(settings),
      ...findNotifyFaults(settings),
      ...findAuNameFaults(settings),
    ]),
  );
  const store = collect(faults, () => readStore(environment));
  if (service && store) faults.push(...partFaults(service, store));
  if (faults.length > 0 || !service || !store) throw new SettingsError(faults);
  return {
    ...service,
    ...namespaceOf(service),
    objectStore: store,
    describe: () => service.describe(),
    list: () => [...service.list(), ...readSettings(environment, objectStoreSpec).list()],
    secrets: () => [...service.secrets(), ...listStoreSecrets(store)],
  };
}

/** Parses the settings of the command line. Throws a SettingsError that lists every problem. */
export function parseKeepSettings(environment: Environment) {
  const faults: string[] = [];
  const keep = collect(faults, () => readSettings(environment, keepSpec));
  const store = collect(faults, () => readStore(environment));
  if (keep && store) faults.push(...partFaults(keep, store));
  if (faults.length > 0 || !keep || !store) throw new SettingsError(faults);
  return { ...keep, ...namespaceOf(keep), objectStore: store };
}

/** Returns the default namespace, which depends on whether the service is compatible with LOCKSS. */
function namespaceOf(settings: { defaultNamespace: string | undefined; compatibility: string }) {
  const usual = settings.compatibility === 'laaws' ? 'lockss' : 'default';
  return { defaultNamespace: settings.defaultNamespace ?? usual };
}

export type KeepSettings = ReturnType<typeof parseKeepSettings>;

/** Returns the command line's settings from this process's environment. */
export function readKeepSettingsOfProcess(): KeepSettings {
  return parseKeepSettings(process.env);
}

export type ServiceSettings = ReturnType<typeof parseServiceSettings> & {
  /**
   * Interval for sending live figures and for polling job requests of users. Default: two seconds. Only tests change
   * it, so it is not a setting.
   */
  readonly pollEveryMs?: number | undefined;
};

/** Returns a warning for each environment variable that may be a misspelt setting. */
export function findMisspeltSettings(): string[] {
  const ownNames = listStoreSettingNames(process.env.OBJECT_STORE);
  return describeMisspeltSettings(process.env, [...settingNames, ...ownNames]);
}

/** Returns the service's settings from this process's environment. */
export function readSettingsOfProcess(): ServiceSettings {
  return parseServiceSettings(process.env);
}

function readStore(environment: Environment): ObjectStoreSettings {
  const { objectStore, copiesRequired, ...s3 } = readSettings(environment, objectStoreSpec);
  if (objectStore === undefined) throw new Error('OBJECT_STORE must be set: fs:/path or s3:bucket/prefix');
  try {
    const own = (name: string) => readSettings(environment, makeStoreSettingsSpec(name));
    return parseObjectStores(objectStore, { s3, copiesRequired, own });
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new Error(`OBJECT_STORE: ${error instanceof Error ? error.message : error}`);
  }
}

/** Maximum number of parts that S3 allows in a multipart upload. */
const MAX_PARTS = 10_000;

function partFaults({ segmentBytes }: { segmentBytes: number }, store: ObjectStoreSettings): string[] {
  const stores = store.kind === 'several' ? store.stores.map((one) => one.store) : [store];
  const parts = stores.flatMap((one) => (one.kind === 's3' ? [one.partSizeBytes] : []));
  const least = Math.min(...parts);
  if (segmentBytes <= MAX_PARTS * least) return [];
  return [`SEGMENT_SIZE must be at most ${MAX_PARTS} times S3_PART_SIZE, which is ${least} bytes`];
}

function collect<T>(faults: string[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    faults.push(...(error instanceof SettingsError ? error.faults : [(error as Error).message]));
    return undefined;
  }
}
