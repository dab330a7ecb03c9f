// Compares CDX look-ups of Holdfast and of other projects' servers. All servers get the same captures and queries,
// alternately in one run.
import { createWriteStream } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { REPLAY_NAMESPACE } from '../replay/load.ts';
import { BENCH_DOMAIN, type BenchSites, makeSites } from '../replay/sites.ts';
import type { BenchSystem, SystemOpener } from '../service/system.ts';
import type { CdxPlan } from './cdx-clients.ts';
import { type CdxServer, openOutbackCdx, openPywb } from './cdx-servers.ts';
import { withHoldfastIndex } from './holdfast-index.ts';
import {
  countSingleClientRequests,
  type HoldfastSystem,
  LOOKUP_KINDS,
  type LookupQuery,
  makeLookupQueries,
  PARALLEL_CLIENT_COUNT,
  toCdxTarget,
  toHoldfastTarget,
} from './lookup-queries.ts';
import { ALL_LINES_QUERY, type LookupPeers, type ServerLookups } from './lookup-results.ts';
import { formatLookupsTable, formatNotRunNote } from './lookups-table.ts';
import { OWN_READER_NAME } from './reading.ts';
import { compareWithFirst, measureServers } from './server-times.ts';

export interface LookupOptions {
  readonly captures: number;
  /** Seconds of measurement with many clients, per server and kind of look-up. */
  readonly seconds: number;
}

export async function runLookupPeers(open: SystemOpener, options: LookupOptions): Promise<LookupPeers> {
  const sites = makeSites(options.captures);
  // Sets the limit so high that one response can contain all captures. The indexes of the other servers are built from
  // this response.
  const settings = { REPLAY_CDX_LIMIT: String(options.captures) };
  return withHoldfastIndex(open, sites, settings, (system, folder) =>
    compareWithOthers(folder, system, sites, options),
  );
}

/**
 * Maximum number of captures for pywb. To find the closest capture, pywb reads and sorts all captures of a URL, which
 * takes seconds with 10 million captures.
 */
const MAX_FOR_PYWB = 1_000_000;

async function openPywbIfSmall(
  captures: number,
  folder: string,
  cdxFile: string,
): ReturnType<typeof openPywb> {
  if (captures <= MAX_FOR_PYWB) return openPywb(folder, cdxFile);
  return { missing: `pywb: it is asked with at most ${MAX_FOR_PYWB.toLocaleString('en')} captures` };
}

async function compareWithOthers(
  folder: string,
  system: HoldfastSystem,
  sites: BenchSites,
  options: LookupOptions,
): Promise<LookupPeers> {
  const cdxFile = join(folder, 'all.cdx');
  await writeAll(system, cdxFile);
  const sought = [
    await openOutbackCdx(folder, cdxFile),
    await openPywbIfSmall(options.captures, folder, cdxFile),
  ];
  const others = sought.filter((one): one is CdxServer => !('missing' in one));
  try {
    const missing = sought.flatMap((one) => ('missing' in one ? [one.missing] : []));
    const found: ServerLookups[] = [];
    const measures = {
      ...Object.fromEntries(
        LOOKUP_KINDS.map((name) => [name, () => measureKind(name, system, others, sites, options)]),
      ),
      [ALL_LINES_QUERY]: () => measureAll(system, others),
    };
    for (const [name, measureOne] of Object.entries(measures)) {
      // Prints each result immediately, because a run may be interrupted. If one kind of look-up fails, continues with
      // the next.
      try {
        found.push(await measureOne());
        console.error(`${formatLookupsTable(found.at(-1)!, PARALLEL_CLIENT_COUNT)}\n`);
      } catch (error) {
        missing.push(`${name}: ${(error as Error).message}`);
        console.error(`${formatNotRunNote(missing.at(-1)!)}\n`);
      }
    }
    return { captures: options.captures, clients: PARALLEL_CLIENT_COUNT, kinds: found, notRun: missing };
  } finally {
    await Promise.all(others.map((one) => one.stop()));
  }
}

async function measureKind(
  name: string,
  system: HoldfastSystem,
  others: readonly CdxServer[],
  sites: BenchSites,
  { captures, seconds }: LookupOptions,
): Promise<ServerLookups> {
  const asked = { alone: countSingleClientRequests(captures), clients: PARALLEL_CLIENT_COUNT, seconds };
  return measureQueries(name, system, others, makeLookupQueries(name, sites), asked);
}

/**
 * Sends each request only once and without warm-up, because a response with ten million lines takes a minute or two.
 */
function measureAll(system: HoldfastSystem, others: readonly CdxServer[]): Promise<ServerLookups> {
  const all = [{ url: BENCH_DOMAIN, matchType: 'domain' }];
  const quick = others.filter(({ isSlow }) => !isSlow);
  return measureQueries(ALL_LINES_QUERY, system, quick, all, { alone: 1, clients: 0, seconds: 0 });
}

/**
 * Measures Holdfast together with the fast servers. Then measures each slow server separately. These runs also query
 * Holdfast, but only to compare the responses: Holdfast's caches are cold by then, so its times are discarded.
 */
async function measureQueries(
  name: string,
  system: HoldfastSystem,
  others: readonly CdxServer[],
  queries: readonly LookupQuery[],
  asked: Omit<CdxPlan, 'servers' | 'alike'>,
): Promise<ServerLookups> {
  const beside = (some: readonly CdxServer[]) => [
    toHoldfastTarget(system, queries),
    ...some.map((one) => toCdxTarget(one, queries, [one.pid])),
  ];
  const quick = others.filter(({ isSlow }) => !isSlow);
  const slow = others.filter(({ isSlow }) => isSlow);
  const times = await measureServers({ servers: beside(quick), alike: true, ...asked });
  const alone = Math.min(asked.alone, OFTEN_FOR_SLOW);
  for (const one of slow)
    times.push((await measureServers({ servers: beside([one]), alike: true, ...asked, alone }))[1]!);
  const names = [OWN_READER_NAME, ...[...quick, ...slow].map((one) => one.name)];
  return { name, servers: compareWithFirst(names, times) };
}

/** Maximum number of requests that the single client sends to a slow server. */
const OFTEN_FOR_SLOW = 400;

/** Writes all captures to a file as sorted CDX lines. */
function writeAll({ url, user, password }: BenchSystem, file: string): Promise<void> {
  const query = new URLSearchParams({ url: BENCH_DOMAIN, matchType: 'domain' });
  return new Promise((resolve, reject) => {
    request(`${url}/replay/cdxb/${REPLAY_NAMESPACE}?${query}`, { auth: `${user}:${password}` }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`cdxb answered ${answer.statusCode}.`));
      else pipeline(answer, createWriteStream(file)).then(resolve, reject);
    })
      .once('error', reject)
      .end();
  });
}
