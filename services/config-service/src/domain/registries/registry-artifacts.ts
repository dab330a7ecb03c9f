// What the files of a plugin registry are as artifacts: by what names, and with which fields. The field's other services look
// for JARs among the artifacts of the registry's AU, and read these fields as the properties of a URL.
import { makeAuid } from '@holdfast/auid';

const REGISTRY_PLUGIN_ID = 'org.lockss.plugin.RegistryPlugin';

/** `registry`: as the configuration names it. */
export function registryAuid(registry: string): string {
  return makeAuid(REGISTRY_PLUGIN_ID, { base_url: registry });
}

export interface FetchedFile {
  /** The URL that was asked for; of the page, as the configuration names it. */
  readonly url: string;
  /** Where it came from, after redirects. */
  readonly finalUrl: string;
  readonly mediaType: string | undefined;
  /** Of the answer, as they came. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly fetchedMs: number;
}

/** Of one connection, or of how the body was sent, which is not how it is stored. */
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

/** The head of the artifact: status line, fields, empty line. Names of fields are in lower case, each once, as the field has them. */
export function artifactHead({ url, finalUrl, mediaType, fields, fetchedMs }: FetchedFile): string {
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
  const lines = [...kept].map(([name, value]) => `${name}: ${printable(value)}`);
  return ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
}

/** What others sent must not begin a line of its own. */
function printable(value: string): string {
  return value.replace(/[\p{Cc}]/gu, ' ');
}
