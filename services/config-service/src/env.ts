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
    about: 'folders and `http(s)://` URLs that hold plugins, one a line or with `;` between them',
  },
  pluginParentVersions: {
    kind: 'enum',
    name: 'PLUGIN_PARENT_VERSIONS',
    values: ['newer', 'exact'],
    default: 'newer',
    about:
      'whether the parent of a plugin may be newer than the version it asks for, or must be that version',
  },
  pluginKeystore: {
    kind: 'string',
    name: 'PLUGIN_KEYSTORE',
    defaultText: '`org.lockss.plugin.userKeystore.location`, else `org.lockss.plugin.keystore.location`',
    about:
      'path of a JKS or PKCS #12 keystore with the certificates by which JARs from URLs must be signed; without one they need not be signed',
  },
  pluginKeystorePassword: {
    kind: 'secret',
    name: 'PLUGIN_KEYSTORE_PASSWORD',
    minLength: 1,
    about: 'password of that keystore; a JKS can be read without',
  },
  pluginAcceptExpired: {
    kind: 'boolean',
    name: 'PLUGIN_ACCEPT_EXPIRED',
    defaultText: '`org.lockss.plugin.acceptExpiredCertificates`, else on',
    about: 'whether such a JAR counts when the certificate of its signer has expired',
  },
  tdbSources: {
    kind: 'parsed',
    name: 'TDB_SOURCES',
    parse: parseSourceLocations,
    default: [],
    about: 'folders, files and `http(s)://` URLs of title databases, one a line or with `;` between them',
  },
  allowUnknownPlugins: {
    kind: 'boolean',
    name: 'ALLOW_UNKNOWN_PLUGINS',
    default: false,
    about: 'whether AUs may be configured whose plugin is not loaded',
  },
  unknownAus: {
    kind: 'enum',
    name: 'UNKNOWN_AUS',
    values: ['refuse', 'accept'],
    default: 'refuse',
    about:
      'whether state documents are kept of AUs that are neither configured nor in the title database; those of built-in plugins (named AUs, plugin registries, imports, exploded archives) are always kept',
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
    about: 'length that the body of a group operation may have; it names 250,000 AUs at most',
  },
  stateBodyLimitBytes: {
    kind: 'bytes',
    name: 'STATE_BODY_LIMIT',
    min: 1024,
    max: 64 * 1024 * 1024,
    default: 2 * 1024 * 1024,
    about: 'length that a state document of an AU may have',
  },
  configSources: {
    kind: 'parsed',
    name: 'CONFIG_SOURCES',
    parse: parseSources,
    default: [],
    about:
      'files and `http(s)://` URLs of the configuration, later ones winning, one a line or with `;` between them',
  },
  configAllowedOrigins: {
    kind: 'parsed',
    name: 'CONFIG_ALLOWED_ORIGINS',
    parse: parseOrigins,
    default: [],
    about:
      'origins, `http(s)://host:port`, one a line or with `;` between them, at which remote sources of the configuration may name further ones beside their own origin; addresses inside the network are asked only at these and at those of `CONFIG_SOURCES`, `TDB_SOURCES` and `PLUGIN_SOURCES`',
  },
  configPollIntervalMs: {
    kind: 'duration',
    name: 'CONFIG_POLL_INTERVAL',
    min: 100,
    max: 7 * 86_400_000,
    defaultText: '`org.lockss.config.reloadInterval`, else 30m',
    about:
      'time between two loads of plugins, configuration and titles that nobody asks for; up to a quarter more or less each time',
  },
  configSourceTimeoutMs: {
    kind: 'duration',
    name: 'CONFIG_SOURCE_TIMEOUT',
    min: 10,
    max: 3_600_000,
    default: 60_000,
    about: 'how long one source may take to arrive in full',
  },
  configSourceBytes: {
    kind: 'bytes',
    name: 'CONFIG_SOURCE_SIZE',
    min: 1024,
    max: 2 ** 30,
    default: 256 * 1024 * 1024,
    about: 'size that one source may have',
  },
  configFileBytes: {
    kind: 'bytes',
    name: 'CONFIG_FILE_SIZE',
    min: 16,
    max: 2 ** 30,
    default: 16 * 1024 * 1024,
    about: 'size that a configuration file stored by a client may have',
  },
  ...nodeSpec,
  repositoryUrl: {
    kind: 'url',
    name: 'REPOSITORY_URL',
    protocols: ['http:', 'https:'],
    about: 'base address of the repository service, which is asked for sizes and content',
  },
  repositoryUser: {
    kind: 'string',
    name: 'REPOSITORY_USER',
    pattern: /^[^:\p{Cc}]{1,256}$/u,
    about: 'name to log in there with',
  },
  repositoryPassword: {
    kind: 'secret',
    name: 'REPOSITORY_PASSWORD',
    minLength: 1,
    about: 'password to log in there with',
  },
  pluginStoreUser: {
    kind: 'string',
    name: 'PLUGIN_STORE_USER',
    pattern: /^[^:\p{Cc}]{1,256}$/u,
    about:
      'name to log in there with to store what plugin registries hold, where other services of the node look for it; the repository service has a user for it by the same settings. Without, nothing is stored',
  },
  pluginStorePassword: {
    kind: 'secret',
    name: 'PLUGIN_STORE_PASSWORD',
    minLength: 1,
    about: 'password of that login',
  },
  repositoryNamespace: {
    kind: 'string',
    name: 'REPOSITORY_NAMESPACE',
    pattern: /^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/,
    defaultText: 'its default namespace',
    about: 'namespace of the AUs there',
  },
  repositoryTimeoutMs: {
    kind: 'duration',
    name: 'REPOSITORY_TIMEOUT',
    min: 10,
    max: 600_000,
    default: 10_000,
    about: 'how long one request to it may take',
  },
  auSizeMaxAgeMs: {
    kind: 'duration',
    name: 'AU_SIZE_MAX_AGE',
    min: 1_000,
    max: 30 * 86_400_000,
    default: 3_600_000,
    about: 'how old the sizes of AUs may be that queries tell, before the repository service is asked again',
  },
  queryTimeoutMs: {
    kind: 'duration',
    name: 'QUERY_TIMEOUT',
    min: 10,
    max: 3_600_000,
    default: 60_000,
    about: 'how long the database may work on a query of `/ws/…` before its next rows',
  },
  querySpoolBytes: {
    kind: 'bytes',
    name: 'QUERY_SPOOL_SIZE',
    min: 1024 * 1024,
    max: 2 ** 50,
    default: 4 * 2 ** 30,
    leastOfWorker: 1024 * 1024,
    about:
      'space in `SPOOL_DIR` that answers to such queries may take while their clients read them; one user has half of it',
  },
} as const;

/** Names of all variables that the service reads. */
export const settingNames: readonly string[] = Object.values(serviceSpec).map(({ name }) => name);

/** Throws SettingsError with all errors. */
export function serviceSettings(environment: Environment) {
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

export type ServiceSettings = ReturnType<typeof serviceSettings>;

/** Returns sentences about environment variables that look like misspelt settings. */
export function misspeltInProcess(): string[] {
  return misspeltSettings(process.env, settingNames);
}

/** Reads the settings from the environment of this process. */
export function settingsOfProcess(): ServiceSettings {
  return serviceSettings(process.env);
}
