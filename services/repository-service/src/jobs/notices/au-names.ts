// Finds the names of AUs for notifications. The configuration service supplies the names in title databases and in AU
// configurations.
import { text } from 'node:stream/consumers';
import type { FindAuNames } from '@holdfast/notify';
import { type Log, readResponse, sendGet } from '@holdfast/service-kit';
import { TrustOnlyAgent } from '@holdfast/service-kit/settings';

export interface AuNameSettings {
  /** Base URL of the configuration service. Undefined if names are not looked up. */
  readonly configUrl: string | undefined;
  /** File with the only accepted certificate. If undefined, certificates of public authorities are accepted. */
  readonly configCertFile: string | undefined;
  readonly readerUser: string;
  readonly readerPassword: string | undefined;
}

/**
 * Maximum total duration of the requests for one list of AUs, in milliseconds. Notifications wait for these requests.
 */
const MAX_MS = 10_000;
/** Maximum length of a percent-encoded query. Proxies usually accept request lines of 8,000 bytes. */
const MAX_QUERY_CHARACTERS = 6_000;
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

/** Creates a function that finds AU names. Returns undefined if the address of the configuration service is not set. */
export function createAuNameFinder(settings: AuNameSettings, log: Log): FindAuNames | undefined {
  const { configUrl, configCertFile, readerUser, readerPassword } = settings;
  if (configUrl === undefined) return undefined;
  const agent = configCertFile === undefined ? undefined : new TrustOnlyAgent(configCertFile);
  const login = Buffer.from(`${readerUser}:${readerPassword ?? ''}`).toString('base64');
  const get = async (path: string, query: Readonly<Record<string, string>>, signal: AbortSignal) => {
    const url = new URL(`${configUrl.replace(/\/+$/, '')}${path}?${new URLSearchParams(query)}`);
    const headers = { accept: 'application/json', authorization: `Basic ${login}` };
    const response = await sendGet(url, { headers, agent, signal });
    if (response.statusCode !== 200) {
      response.destroy();
      throw new Error(`it returned status ${response.statusCode}`);
    }
    return parseNames(await text(readResponse(response, MAX_RESPONSE_BYTES)));
  };
  return async (auids) => {
    const names = new Map<string, string>();
    const signal = AbortSignal.timeout(MAX_MS);
    try {
      for (const query of buildNameQueries(auids)) {
        // An AU may be in a title database, or configured, or both. Prefer the name in the configuration.
        const titles = await get('/ws/tdbaus', { tdbAuQuery: query }, signal);
        const configured = await get('/ws/auqueries', { auQuery: query }, signal);
        for (const [auid, name] of [...titles, ...configured]) names.set(auid, name);
      }
    } catch (error) {
      const reason = signal.aborted ? 'it took too long' : (error as Error).message;
      log.warn({ reason }, 'the configuration service did not return the names of AUs for notifications');
    }
    return names;
  };
}

/** Builds queries of limited length. Omits AUIDs that exceed the limit on their own. */
function buildNameQueries(auids: readonly string[]): string[] {
  const build = (texts: readonly string[]) => `select auId, name where auId in (${texts.join(', ')})`;
  const groups: string[][] = [];
  for (const text of auids.map((auid) => `'${auid.toWellFormed().replaceAll("'", "''")}'`)) {
    const last = groups.at(-1);
    const isShort = (texts: readonly string[]) =>
      new URLSearchParams({ query: build(texts) }).toString().length <= MAX_QUERY_CHARACTERS;
    if (last !== undefined && isShort([...last, text])) last.push(text);
    else if (isShort([text])) groups.push([text]);
  }
  return groups.map(build);
}

/** Returns pairs of AUID and name. Throws if the text is not a JSON list of AUs. */
function parseNames(text: string): [auid: string, name: string][] {
  const rows: unknown = JSON.parse(text);
  if (!Array.isArray(rows)) throw new Error('it did not return a list of AUs');
  return rows.flatMap((row: { auId?: unknown; name?: unknown } | null): [string, string][] =>
    typeof row?.auId === 'string' && typeof row.name === 'string' && row.name !== ''
      ? [[row.auId, row.name]]
      : [],
  );
}
