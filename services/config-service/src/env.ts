// Parses the settings of the service. This is the only file that reads environment variables.

import { findLoginFaults } from '@holdfast/accounts/login-settings';
import { findOidcFaults } from '@holdfast/accounts/oidc-settings';
import { findJournalKeyFaults, journalKeySpec } from '@holdfast/journal/journal-keys';
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
  readSettings,
  SettingsError,
} from '@holdfast/service-kit/settings';
import { nodeSpec } from './features/platform/node-settings.ts';
import { findKeystoreFaults, loadingSpec } from './loading/settings.ts';
import { findRepositoryFaults } from './repository/settings.ts';

/** docs/settings.md is generated from this object. */
export const serviceSpec = {
  ...commonSpec,
  port: { kind: 'port', name: 'CONFIG_PORT', default: 24620, about: 'port of the service' },
  metricsPort: {
    kind: 'port',
    name: 'CONFIG_METRICS_PORT',
    default: 24621,
    about: 'port of metrics and probes',
  },
  ...loadingSpec,
  ...notifySpec,
  allowUnknownPlugins: {
    kind: 'boolean',
    name: 'ALLOW_UNKNOWN_PLUGINS',
    default: false,
    about: 'whether AUs whose plugin is not loaded may be configured',
  },
  unknownAus: {
    kind: 'enum',
    name: 'UNKNOWN_AUS',
    values: ['refuse', 'accept'],
    default: 'refuse',
    about:
      'whether to store state documents of AUs that are neither configured nor in the title database. AUs of built-in plugins (named AUs, plugin registries, imports, exploded archives) are always accepted',
  },
  metadataExtraction: {
    kind: 'boolean',
    name: 'METADATA_EXTRACTION',
    defaultText: '`org.lockss.metadataManager.indexing_enabled`, else on',
    about: 'whether the node extracts metadata; if not, `mdenable` and `mddisable` are refused',
  },
  auBodyLimitBytes: {
    kind: 'bytes',
    name: 'AU_BODY_LIMIT',
    min: 1024,
    max: 256 * 1024 * 1024,
    default: 16 * 1024 * 1024,
    about: 'maximum body size of a group operation, which may name at most 250,000 AUs',
  },
  stateBodyLimitBytes: {
    kind: 'bytes',
    name: 'STATE_BODY_LIMIT',
    min: 1024,
    max: 64 * 1024 * 1024,
    default: 2 * 1024 * 1024,
    about: 'maximum size of a state document of an AU',
  },
  configFileBytes: {
    kind: 'bytes',
    name: 'CONFIG_FILE_SIZE',
    min: 16,
    max: 2 ** 30,
    default: 16 * 1024 * 1024,
    about: 'maximum size of a configuration file that a client stores',
  },
  ...nodeSpec,
  repositoryUrl: {
    kind: 'url',
    name: 'REPOSITORY_URL',
    protocols: ['http:', 'https:'],
    about: 'base URL of the repository service, for sizes and content of AUs',
  },
  repositoryCertFile: {
    kind: 'string',
    name: 'REPOSITORY_CERT_FILE',
    defaultText: 'none: the public authorities decide',
    about:
      'PEM file with the only certificate to accept from an `https:` `REPOSITORY_URL`, regardless of the host name in it; read at each connection',
  },
  repositoryUser: {
    kind: 'string',
    name: 'REPOSITORY_USER',
    pattern: /^[^:\p{Cc}]{1,256}$/u,
    about: 'user name for the repository service',
  },
  repositoryPassword: {
    kind: 'secret',
    name: 'REPOSITORY_PASSWORD',
    minLength: 1,
    about: 'password for the repository service',
  },
  pluginStoreUser: {
    kind: 'string',
    name: 'PLUGIN_STORE_USER',
    pattern: /^[^:\p{Cc}]{1,256}$/u,
    about:
      'user name for storing plugin registries in the repository service, where other services of the node look for them. The repository service creates this user from the same setting. If not set, nothing is stored',
  },
  pluginStorePassword: {
    kind: 'secret',
    name: 'PLUGIN_STORE_PASSWORD',
    minLength: 1,
    about: 'password of `PLUGIN_STORE_USER`',
  },
  repositoryNamespace: {
    kind: 'string',
    name: 'REPOSITORY_NAMESPACE',
    pattern: /^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/,
    defaultText: 'its default namespace',
    about: 'namespace of the AUs in the repository service',
  },
  repositoryTimeoutMs: {
    kind: 'duration',
    name: 'REPOSITORY_TIMEOUT',
    min: 10,
    max: 600_000,
    default: 10_000,
    about: 'time limit for a request to the repository service',
  },
  auSizeMaxAgeMs: {
    kind: 'duration',
    name: 'AU_SIZE_MAX_AGE',
    min: 1_000,
    max: 30 * 86_400_000,
    default: 3_600_000,
    about: 'maximum age of AU sizes in queries, before they are read from the repository service again',
  },
  journalIntervalMs: {
    kind: 'duration',
    name: 'JOURNAL_INTERVAL',
    min: 10,
    max: 3_600_000,
    default: 1_000,
    about: 'interval between copies of configuration changes into the object store (`OBJECT_STORE`)',
  },
  ...journalKeySpec,
  queryTimeoutMs: {
    kind: 'duration',
    name: 'QUERY_TIMEOUT',
    min: 10,
    max: 3_600_000,
    default: 60_000,
    about: 'time limit of the database for each batch of rows of a `/ws/…` query',
  },
  querySpoolBytes: {
    kind: 'bytes',
    name: 'QUERY_SPOOL_SIZE',
    min: 1024 * 1024,
    max: 2 ** 50,
    default: 4 * 2 ** 30,
    leastOfWorker: 1024 * 1024,
    about:
      'space in `SPOOL_DIR` for responses to `/ws/…` queries that clients have not read yet; one user gets at most half of it',
  },
} as const;

/** Names of all variables that the service reads. */
export const settingNames: readonly string[] = [
  ...Object.values(serviceSpec),
  ...Object.values(objectStoreSpec),
].map(({ name }) => name);

/** Settings of rebuild.ts, which restores the configuration database. */
export const rebuildSpec = {
  databaseUrl: serviceSpec.databaseUrl,
  databaseCaFile: serviceSpec.databaseCaFile,
  ...journalKeySpec,
} as const;

/** Parses the settings of the service. Throws a SettingsError that lists all faults. */
export function parseServiceSettings(environment: Environment) {
  const faults: string[] = [];
  const service = collect(faults, () =>
    readSettings(environment, serviceSpec, (settings) => [
      ...findLoginFaults(settings),
      ...findOidcFaults(settings),
      ...findTlsFaults(settings),
      ...findRepositoryFaults(settings),
      ...findKeystoreFaults(settings),
      ...findJournalKeyFaults(settings),
      ...findNotifyFaults(settings),
    ]),
  );
  const objectStore = collect(faults, () => readStore(environment));
  if (faults.length > 0 || service === undefined) throw new SettingsError(faults);
  return {
    ...service,
    objectStore,
    describe: () => service.describe(),
    list: () => [...service.list(), ...readSettings(environment, objectStoreSpec).list()],
    secrets: () => [...service.secrets(), ...(objectStore ? listStoreSecrets(objectStore) : [])],
  };
}

/** Parses the settings of rebuild.ts. Throws a SettingsError that lists all faults. */
export function parseRebuildSettings(environment: Environment) {
  const faults: string[] = [];
  const rebuild = collect(faults, () => readSettings(environment, rebuildSpec, findJournalKeyFaults));
  const objectStore = collect(faults, () => readStore(environment));
  if (faults.length === 0 && objectStore === undefined) {
    faults.push('OBJECT_STORE must be set: it has the journal of the configuration');
  }
  if (faults.length > 0 || !rebuild || !objectStore) throw new SettingsError(faults);
  return { ...rebuild, objectStore };
}

function readStore(environment: Environment): ObjectStoreSettings | undefined {
  const { objectStore, copiesRequired, ...s3 } = readSettings(environment, objectStoreSpec);
  if (objectStore === undefined) return undefined;
  try {
    const own = (name: string) => readSettings(environment, makeStoreSettingsSpec(name));
    return parseObjectStores(objectStore, { s3, copiesRequired, own });
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError([`OBJECT_STORE: ${error instanceof Error ? error.message : error}`]);
  }
}

function collect<T>(faults: string[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    faults.push(...error.faults);
    return undefined;
  }
}

export type ServiceSettings = ReturnType<typeof parseServiceSettings>;

/** Returns warnings about environment variables whose names look like misspelt settings. */
export function findMisspeltSettings(): string[] {
  const ownNames = listStoreSettingNames(process.env.OBJECT_STORE);
  return describeMisspeltSettings(process.env, [...settingNames, ...ownNames]);
}

/** Reads the settings of rebuild.ts from `process.env`. */
export function readRebuildSettingsOfProcess() {
  return parseRebuildSettings(process.env);
}

/** Reads the settings of the service from `process.env`. */
export function readSettingsOfProcess(): ServiceSettings {
  return parseServiceSettings(process.env);
}
