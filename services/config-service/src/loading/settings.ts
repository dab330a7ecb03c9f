// Settings for the sources of plugins, titles and configuration.
import { parseOrigins } from '../domain/configuration/origins.ts';
import { parseSourceLocations } from '../domain/configuration/source-locations.ts';
import { parseSources } from '../domain/configuration/source-url.ts';

export const loadingSpec = {
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
} as const;

/** Returns messages about faults in the keystore settings. */
export function findKeystoreFaults({
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
