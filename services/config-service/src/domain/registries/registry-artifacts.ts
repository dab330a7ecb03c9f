// Represents the files of a plugin registry as artifacts. LOCKSS services look for JARs among the artifacts of the
// registry's AU, and read the header fields as URL properties.
import { makeAuid } from '@holdfast/auid';

const REGISTRY_PLUGIN_ID = 'org.lockss.plugin.RegistryPlugin';

/** Returns the AUID of a registry. `registry` is the URL in the configuration. */
export function makeRegistryAuid(registry: string): string {
  return makeAuid(REGISTRY_PLUGIN_ID, { base_url: registry });
}

export interface FetchedRegistryFile {
  /** Requested URL. For the registry page, this is the URL in the configuration. */
  readonly url: string;
  /** URL after redirects. */
  readonly finalUrl: string;
  readonly mediaType: string | undefined;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly fetchedMs: number;
}

/** Header fields that do not describe the stored body, such as hop-by-hop fields and transfer codings. */
const NOT_KEPT = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Returns the HTTP header block of the artifact, from the status line to the empty line. As in LOCKSS, field names are
 * unique and in lower case.
 */
export function formatArtifactHead({
  url,
  finalUrl,
  mediaType,
  fields,
  fetchedMs,
}: FetchedRegistryFile): string {
  const kept = new Map<string, string>();
  for (const [name, value] of fields) {
    const key = name.toLowerCase();
    if (!NOT_KEPT.has(key) && !key.startsWith('x-lockss-')) kept.set(key, value);
  }
  if (mediaType !== undefined) {
    if (!kept.has('content-type')) kept.set('content-type', mediaType);
    kept.set('x-lockss-content-type', mediaType);
  }
  kept.set('x-lockss-fetch-time', String(fetchedMs));
  if (finalUrl !== url) {
    kept.set('x-lockss-orig-url', url);
    kept.set('x-lockss-content-url', finalUrl);
    kept.set('x-lockss-redirected-to', finalUrl);
  }
  kept.set('x-lockss-node-url', url);
  const lines = [...kept].map(([name, value]) => `${name}: ${replaceControls(value)}`);
  return ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
}

/** Replaces control characters, so that a value from a server cannot begin a new header line. */
function replaceControls(value: string): string {
  return value.replace(/[\p{Cc}]/gu, ' ');
}
