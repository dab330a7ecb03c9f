// Parses the configuration parameters that this service uses. All other parameters are only stored, for the other
// services of the node.
import { type PropertyValue, toListItems } from '@holdfast/config-format';
import { findAccessFaults } from './access-rules.ts';

/** Names of the parameters in configuration files. */
export const parameterKeys = {
  groups: 'org.lockss.daemon.groups',
  hostName: 'org.lockss.platform.fqdn',
  ipAddress: 'org.lockss.platform.localIPAddress',
  project: 'org.lockss.platform.project',
  adminEmail: 'org.lockss.platform.sysadminemail',
  indexing: 'org.lockss.metadataManager.indexing_enabled',
  registries: 'org.lockss.plugin.registries',
  userRegistries: 'org.lockss.plugin.userRegistries',
  useDefaultRegistries: 'org.lockss.plugin.useDefaultRegistries',
  keystore: 'org.lockss.plugin.keystore.location',
  keystorePassword: 'org.lockss.plugin.keystore.password',
  userKeystore: 'org.lockss.plugin.userKeystore.location',
  userKeystorePassword: 'org.lockss.plugin.userKeystore.password',
  acceptExpired: 'org.lockss.plugin.acceptExpiredCertificates',
  included: 'org.lockss.ui.access.ip.include',
  excluded: 'org.lockss.ui.access.ip.exclude',
  reloadInterval: 'org.lockss.config.reloadInterval',
} as const;

const booleanKeys = [parameterKeys.indexing, parameterKeys.useDefaultRegistries, parameterKeys.acceptExpired];
/** Parameters that have an effect only in a source, because stored files must not refer to sources. */
const sourceKeys = ['org.lockss.auxPropUrls', 'org.lockss.titleDbs', 'org.lockss.userTitleDbs'];
const everywhere: ReadonlySet<string> = new Set(Object.values(parameterKeys));

/** Returns whether the parameter affects this service if it is set in `place`. */
export function isEffectiveParameter(key: string, place: 'source' | 'stored file'): boolean {
  return everywhere.has(key) || (place === 'source' && sourceKeys.includes(key));
}

/** Parameter values of the merged configuration. A field is undefined if its parameter is not set. */
export interface Parameters {
  readonly groups: readonly string[] | undefined;
  readonly hostName: string | undefined;
  readonly ipAddress: string | undefined;
  readonly project: string | undefined;
  readonly adminEmail: string | undefined;
  readonly indexing: boolean | undefined;
  readonly registries: readonly string[];
  readonly userRegistries: readonly string[];
  readonly useDefaultRegistries: boolean | undefined;
  /** True if JARs are accepted even if their signer's certificate has expired. */
  readonly acceptExpired: boolean | undefined;
  /** Addresses and networks in the notation of access-rules.ts. */
  readonly included: readonly string[];
  readonly excluded: readonly string[];
  readonly reloadIntervalMs: number | undefined;
}

/** Returns the parameters of an empty configuration. */
export const createEmptyParameters = (): Parameters => parseParameters(new Map());

/** Parses the parameters. Ignores values that cannot be parsed; a load reports them with `findParameterFaults`. */
export function parseParameters(values: ReadonlyMap<string, PropertyValue>): Parameters {
  const text = (key: string) => textOf(values, key);
  const groups = toListItems(values.get(parameterKeys.groups));
  return {
    groups: groups.length === 0 ? undefined : [...new Set(groups)],
    hostName: text(parameterKeys.hostName),
    ipAddress: text(parameterKeys.ipAddress),
    project: text(parameterKeys.project),
    adminEmail: text(parameterKeys.adminEmail),
    indexing: booleanOf(text(parameterKeys.indexing)),
    registries: [...new Set(toListItems(values.get(parameterKeys.registries)))],
    userRegistries: [...new Set(toListItems(values.get(parameterKeys.userRegistries)))],
    useDefaultRegistries: booleanOf(text(parameterKeys.useDefaultRegistries)),
    acceptExpired: booleanOf(text(parameterKeys.acceptExpired)),
    included: toListItems(values.get(parameterKeys.included)),
    excluded: toListItems(values.get(parameterKeys.excluded)),
    reloadIntervalMs: intervalMsOf(text(parameterKeys.reloadInterval)),
  };
}

/** Returns messages (without full stops) about this service's parameters whose values cannot be parsed. */
export function findParameterFaults(values: ReadonlyMap<string, PropertyValue>): string[] {
  const faults: string[] = [];
  const fault = (key: string, why: string) => faults.push(`${key} ${why}`);
  for (const key of [parameterKeys.included, parameterKeys.excluded])
    for (const why of findAccessFaults(toListItems(values.get(key)))) fault(key, why);
  for (const key of [parameterKeys.registries, parameterKeys.userRegistries])
    for (const registry of toListItems(values.get(key)))
      if (!isRegistryUrl(registry)) fault(key, 'names something that is not an http(s) URL');
  for (const key of booleanKeys) {
    const text = textOf(values, key);
    if (text !== undefined && booleanOf(text) === undefined) fault(key, 'is neither true nor false');
  }
  const interval = textOf(values, parameterKeys.reloadInterval);
  if (interval !== undefined && intervalMsOf(interval) === undefined)
    fault(
      parameterKeys.reloadInterval,
      'is not a duration from 100 ms to 7 days, such as 1800000, 30m or 2h',
    );
  return faults;
}

/** Accepts http(s) URLs only. Otherwise, a user could store a file that makes the service read local folders. */
export function isRegistryUrl(text: string): boolean {
  const url = URL.parse(text);
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  return isHttp && url.username === '' && url.password === '' && url.href.length <= 1_000;
}

/** Returns undefined if the parameter is missing or empty. */
function textOf(values: ReadonlyMap<string, PropertyValue>, key: string): string | undefined {
  return toListItems(values.get(key)).join(';') || undefined;
}

function booleanOf(text: string | undefined): boolean | undefined {
  if (/^(?:true|yes|on|1)$/i.test(text ?? '')) return true;
  return /^(?:false|no|off|0)$/i.test(text ?? '') ? false : undefined;
}

const UNIT_MS: Readonly<Record<string, number>> = {
  '': 1,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const LEAST_INTERVAL_MS = 100;
const MAX_INTERVAL_MS = UNIT_MS.w!;

/**
 * Parses a duration such as `1800000` (milliseconds), `30m` or `2h`. Returns undefined if it is invalid, shorter than
 * 100 ms, or longer than 7 days.
 */
function intervalMsOf(text: string | undefined): number | undefined {
  const [, number, unit] = /^(\d{1,12})(ms|[smhdw]?)$/i.exec(text ?? '') ?? [];
  const ms = Number(number) * UNIT_MS[(unit ?? '').toLowerCase()]!;
  return ms >= LEAST_INTERVAL_MS && ms <= MAX_INTERVAL_MS ? ms : undefined;
}
