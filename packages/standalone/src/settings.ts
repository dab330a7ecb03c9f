// Parses the settings of `npm start` from the environment and from files in *_FILE settings. checked-settings.ts checks
// the services' settings as well.
import { isAbsolute, resolve } from 'node:path';
import {
  makeStoreSettingsSpec,
  type ObjectStoreSettings,
  objectStoreSpec,
  parseObjectStores,
} from '@holdfast/object-store';
import {
  commonSpec,
  databaseCaSpec,
  type Environment,
  MIN_PASSWORD_CHARACTERS,
  pluginStoreSpec,
  readSettings,
  SettingsError,
} from '@holdfast/service-kit/settings';
import { defaultHost, defaultPorts, resolvePorts } from '../early/ports.mjs';
import type { BackupPlan } from './scheduled-backups.ts';

export interface StandaloneSettings {
  readonly host: string;
  /** Host name or address for metrics and probes. */
  readonly metricsHost: string;
  readonly ports: NodePorts;
  /** Absolute path. */
  readonly dataFolder: string;
  readonly adminUser: string;
  /** True if ADMIN_PASSWORD is set. Otherwise, a password is generated. */
  readonly adminPasswordGiven: boolean;
  /** True if READER_PASSWORD is set. Otherwise, a password is generated. */
  readonly readerPasswordGiven: boolean;
  /** True if the node stores plugin registries with a generated password. */
  readonly storesRegistries: boolean;
  /** True if SESSION_SECRET is set. Otherwise, a secret is generated. */
  readonly sessionSecretGiven: boolean;
  /** URL of an external database. If undefined, the embedded PostgreSQL in the data folder is started. */
  readonly databaseUrl: string | undefined;
  readonly objectStore: ObjectStoreSettings;
  /** Settings of scheduled backups. Undefined if scheduled backups are off. */
  readonly backup: BackupPlan | undefined;
  /** Absolute path of the services' TLS certificate. Undefined for plain HTTP. */
  readonly certFile: string | undefined;
}
export type NodePorts = Readonly<Record<PortSetting, number>>;
export type PortSetting = keyof typeof defaultPorts;

const port = <Name extends PortSetting>(name: Name, about: string) =>
  ({ kind: 'integer', name, min: 1, max: 65_535, default: defaultPorts[name], about }) as const;
const metricsPort = <Name extends PortSetting>(name: Name, defaultText: string) =>
  ({
    kind: 'integer',
    name,
    min: 1,
    max: 65_535,
    defaultText,
    about: 'port of metrics and probes of this service',
  }) as const;

/** Table of settings. docs/settings.md is generated from this table. */
export const standaloneSpec = {
  host: {
    kind: 'string',
    name: 'HOST',
    pattern: /^[A-Za-z0-9.:_-]{1,255}$/,
    default: defaultHost,
    about: 'address that the services listen on',
  },
  tlsCertFile: commonSpec.tlsCertFile,
  tlsKeyFile: commonSpec.tlsKeyFile,
  metricsHost: commonSpec.metricsHost,
  repositoryPort: port('REPOSITORY_PORT', 'port of the repository service'),
  repositoryMetricsPort: metricsPort('REPOSITORY_METRICS_PORT', 'the next one after `REPOSITORY_PORT`'),
  configPort: port('CONFIG_PORT', 'port of the configuration service'),
  configMetricsPort: metricsPort('CONFIG_METRICS_PORT', 'the next one after `CONFIG_PORT`'),
  dataDir: {
    kind: 'string',
    name: 'DATA_DIR',
    default: 'data',
    about: 'folder for all data; a relative path is relative to the project',
  },
  adminUser: commonSpec.adminUser,
  adminPassword: {
    kind: 'secret',
    name: 'ADMIN_PASSWORD',
    minLength: MIN_PASSWORD_CHARACTERS,
    defaultText: 'created at the first start, in `DATA_DIR/admin-password`',
    about: 'password of the administrator',
  },
  readerPassword: {
    kind: 'secret',
    name: 'READER_PASSWORD',
    minLength: MIN_PASSWORD_CHARACTERS,
    defaultText: 'created at the first start, in `DATA_DIR/reader-password`',
    about:
      'password with which the configuration service reads from the repository service, as `READER_USER`',
  },
  storingUser: pluginStoreSpec.storingUser,
  storingPassword: {
    ...pluginStoreSpec.storingPassword,
    defaultText: 'with that user, created in `DATA_DIR/plugin-store-password`',
  },
  sessionSecret: {
    ...commonSpec.sessionSecret,
    defaultText: 'created at the first start, in `DATA_DIR/session-secret`',
  },
  backupPeriodMs: {
    kind: 'duration',
    name: 'BACKUP_PERIOD',
    min: 60_000,
    max: 366 * 86_400_000,
    defaultText: 'no backups are made',
    about: 'how often `npm start` backs up the node to `BACKUP_PLACE`',
  },
  backupPlace: {
    kind: 'string',
    name: 'BACKUP_PLACE',
    defaultText: 'must be set with `BACKUP_PERIOD`',
    about:
      'folder (relative to the project) or bucket (`s3:BUCKET/PREFIX`) for the scheduled backups; use another disk',
  },
  backupKeep: {
    kind: 'integer',
    name: 'BACKUP_KEEP',
    min: 1,
    max: 10_000,
    default: 7,
    about: 'number of scheduled backups to keep',
  },
  databaseUrl: {
    kind: 'url',
    name: 'DATABASE_URL',
    protocols: ['postgres:', 'postgresql:'],
    severalHosts: true,
    authorities: 'DATABASE_CA_FILE',
    defaultText: 'an embedded PostgreSQL in `DATA_DIR/postgres`',
    about: 'your own PostgreSQL: `postgres://user:password@host:port/database`',
  },
  databaseCaFile: databaseCaSpec,
} as const;

/** Names of the variables that `npm start` reads, without the settings of individual object stores. */
export const standaloneSettingNames: readonly string[] = [
  ...Object.values(standaloneSpec),
  ...Object.values(objectStoreSpec),
].map(({ name }) => name);

export interface StandaloneSettingsResult {
  /** Parsed settings. Undefined if any setting is invalid. */
  readonly settings: StandaloneSettings | undefined;
  readonly faults: readonly string[];
}

/** Parses the settings of `npm start`. Resolves relative folders against `projectFolder`. */
export function readStandaloneSettings(
  environment: Environment,
  projectFolder: string,
): StandaloneSettingsResult {
  const faults: string[] = [];
  const own = collectFaults(faults, () => readSettings(environment, standaloneSpec));
  const store = collectFaults(faults, () => readSettings(environment, objectStoreSpec));
  const dataFolder = resolve(projectFolder, own?.dataDir ?? 'data');
  const objectStore =
    store &&
    collectFaults(faults, () => {
      const spec = store.objectStore ?? `fs:${resolve(dataFolder, 'store')}`;
      const { copiesRequired, ...s3 } = store;
      const own = (name: string) => readSettings(environment, makeStoreSettingsSpec(name));
      return parseObjectStores(resolveStoreFolder(spec, projectFolder), { s3, copiesRequired, own });
    });
  const ports =
    own &&
    resolvePorts({
      REPOSITORY_PORT: own.repositoryPort,
      ...(own.repositoryMetricsPort && { REPOSITORY_METRICS_PORT: own.repositoryMetricsPort }),
      CONFIG_PORT: own.configPort,
      ...(own.configMetricsPort && { CONFIG_METRICS_PORT: own.configMetricsPort }),
    });
  if (ports) faults.push(...sharedPorts(ports));
  const backup = own && readBackupPlan(own, faults);
  if (faults.length > 0 || !own || !ports || !objectStore) return { settings: undefined, faults };
  const settings = {
    host: own.host,
    metricsHost: own.metricsHost,
    ports,
    dataFolder,
    adminUser: own.adminUser,
    adminPasswordGiven: own.adminPassword !== undefined,
    readerPasswordGiven: own.readerPassword !== undefined,
    storesRegistries: own.storingUser !== undefined && own.storingPassword === undefined,
    sessionSecretGiven: own.sessionSecret !== undefined,
    databaseUrl: own.databaseUrl,
    objectStore,
    backup,
    certFile: own.tlsCertFile && resolve(projectFolder, own.tlsCertFile),
  };
  return { settings, faults };
}

function readBackupPlan(
  {
    backupPeriodMs: periodMs,
    backupPlace: place,
    backupKeep: keep,
  }: { backupPeriodMs: number | undefined; backupPlace: string | undefined; backupKeep: number },
  faults: string[],
): BackupPlan | undefined {
  if (periodMs === undefined && place === undefined) return undefined;
  if (periodMs !== undefined && place !== undefined) return { periodMs, place, keep };
  faults.push('BACKUP_PERIOD and BACKUP_PLACE must be set together');
  return undefined;
}

function collectFaults<T>(faults: string[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SettingsError) faults.push(...error.faults);
    else faults.push(`OBJECT_STORE: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

/** Resolves the folder in `fs:folder` against the project folder. Returns every other store location unchanged. */
function resolveStoreFolder(spec: string, projectFolder: string): string {
  return spec
    .split(/(,\s*)(?=(?:[A-Za-z0-9_-]*=)?(?:fs|s3):)/)
    .map((one) => {
      const [, before = '', folder = ''] = /^((?:[A-Za-z0-9_-]*=)?fs:)(.*)$/s.exec(one) ?? [];
      return folder === '' || isAbsolute(folder) ? one : before + resolve(projectFolder, folder);
    })
    .join('');
}

function sharedPorts(ports: NodePorts): string[] {
  const entries = Object.entries(ports);
  return entries.flatMap(([name, value], index) => {
    const earlier = entries.slice(0, index).find(([, other]) => other === value);
    return earlier === undefined ? [] : [`${name} and ${earlier[0]} are both ${value}; each needs its own`];
  });
}
