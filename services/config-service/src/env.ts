// Settings of the service. Only this file reads the environment. All errors are reported together.

import { loginFaults } from '@holdfast/accounts';
import { commonSpec, type Environment, misspeltSettings, readSettings } from '@holdfast/service-kit/settings';
import { parseOrigins } from './domain/configuration/origins.ts';
import { parseSourceLocations } from './domain/configuration/source-locations.ts';
import { parseSources } from './domain/configuration/source-url.ts';
import { nodeSpec } from './features/platform/node-settings.ts';
import { findRepositoryFaults } from './repository/settings.ts';

/** Source of docs/settings.md. */
export const serviceSpec = {
  ...commonSpec,
  port: { kind: 'port', name: 'CONFIG_PORT', default: 24620, about: 'port of the service' },
  metricsPort: {
    kind: 'port',
    name: 'CONFIG_METRICS_PORT',
    default: 24621,
    about: 'port of metrics and probes',
  },
  pluginSources: {
    kind: 'parsed',
    name: 'PLUGIN_SOURCES',
    parse: parseSourceLocations,
    default: [],
    about: 'folders and `http(s)://` URLs with plugins, separated by line breaks or `;`',
  },
  pluginParentVersions: {
    kind: 'enum',
    name: 'PLUGIN_PARENT_VERSIONS',
    values: ['newer', 'exact'],
    default: 'newer',
    about:
      'versions of a parent plugin: `newer` accepts later versions than the one the plugin names, `exact` only that version',
  },
  pluginKeystore: {
    kind: 'string',
    name: 'PLUGIN_KEYSTORE',
    defaultText: '`org.lockss.plugin.userKeystore.location`, else `org.lockss.plugin.keystore.location`',
    about:
      'path of a JKS or PKCS #12 keystore with trusted certificates; JARs from URLs must then be signed with one of them. Without a keystore, signatures are not checked',
  },
  pluginKeystorePassword: {
    kind: 'secret',
    name: 'PLUGIN_KEYSTORE_PASSWORD',
    minLength: 1,
    about: 'password of the keystore; optional for JKS',
  },
  pluginAcceptExpired: {
    kind: 'boolean',
    name: 'PLUGIN_ACCEPT_EXPIRED',
    defaultText: '`org.lockss.plugin.acceptExpiredCertificates`, else on',
    about: 'whether to accept JARs whose signing certificate has expired',
  },
  tdbSources: {
    kind: 'parsed',
    name: 'TDB_SOURCES',
    parse: parseSourceLocations,
    default: [],
    about: 'folders, files and `http(s)://` URLs of title databases, separated by line breaks or `;`',
  },
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
  configSources: {
    kind: 'parsed',
    name: 'CONFIG_SOURCES',
    parse: parseSources,
    default: [],
    about:
      'files and `http(s)://` URLs of the configuration, separated by line breaks or `;`. Later ones override earlier ones',
  },
  configAllowedOrigins: {
    kind: 'parsed',
    name: 'CONFIG_ALLOWED_ORIGINS',
    parse: parseOrigins,
    default: [],
    about:
      'origins (`http(s)://host:port`, separated by line breaks or `;`) at which remote configuration sources may name further sources, in addition to their own origin. Addresses inside the network are requested only at these origins and at the origins of `CONFIG_SOURCES`, `TDB_SOURCES` and `PLUGIN_SOURCES`',
  },
  configPollIntervalMs: {
    kind: 'duration',
    name: 'CONFIG_POLL_INTERVAL',
    min: 100,
    max: 7 * 86_400_000,
    defaultText: '`org.lockss.config.reloadInterval`, else 30m',
    about:
      'interval between scheduled loads of plugins, configuration and titles; varies randomly by up to a quarter',
  },
  configSourceTimeoutMs: {
    kind: 'duration',
    name: 'CONFIG_SOURCE_TIMEOUT',
    min: 10,
    max: 3_600_000,
    default: 60_000,
    about: 'time limit for fetching one source completely',
  },
  configSourceBytes: {
    kind: 'bytes',
    name: 'CONFIG_SOURCE_SIZE',
    min: 1024,
    max: 2 ** 30,
    default: 256 * 1024 * 1024,
    about: 'maximum size of one source',
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
      'space in `SPOOL_DIR` for answers to `/ws/…` queries that clients have not read yet; one user gets at most half of it',
  },
} as const;

/** Names of all variables that the service reads. */
export const settingNames: readonly string[] = Object.values(serviceSpec).map(({ name }) => name);

/** Throws SettingsError with all errors. */
export function parseServiceSettings(environment: Environment) {
  return readSettings(environment, serviceSpec, (settings) => [
    ...loginFaults(settings),
    ...findRepositoryFaults(settings),
    ...keystoreFaults(settings),
  ]);
}

function keystoreFaults({
  pluginKeystore,
  pluginKeystorePassword,
}: {
  readonly pluginKeystore: string | undefined;
  readonly pluginKeystorePassword: string | undefined;
}): string[] {
  return pluginKeystore === undefined && pluginKeystorePassword !== undefined
    ? ['PLUGIN_KEYSTORE_PASSWORD is set without PLUGIN_KEYSTORE']
    : [];
}

export type ServiceSettings = ReturnType<typeof parseServiceSettings>;

/** Returns sentences about environment variables that look like misspelt settings. */
export function findMisspeltSettings(): string[] {
  return misspeltSettings(process.env, settingNames);
}

/** Reads the settings from the environment of this process. */
export function readSettingsOfProcess(): ServiceSettings {
  return parseServiceSettings(process.env);
}
