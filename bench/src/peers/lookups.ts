// Compares CDX look-ups with other projects' servers, with the same captures and queries, alternately in one run.
import { createWriteStream } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { NAMESPACE } from '../replay/load.ts';
import { DOMAIN, makeSites, type Sites } from '../replay/sites.ts';
import type { OpenSystem, System } from '../service/system.ts';
import type { CdxPlan } from './cdx-clients.ts';
import { type CdxServer, openOutbackCdx, openPywb } from './cdx-servers.ts';
import {
  CLIENTS,
  countSingleLookups,
  LOOKUP_KINDS,
  type LookupQuery,
  makeLookupQueries,
  type OwnSystem,
  toCdxTarget,
  toOwnTarget,
} from './lookup-queries.ts';
import { ALL_LINES, type LookupPeers, type LookupsOfServers } from './lookup-results.ts';
import { formatLookupsTable, formatNotRun } from './lookups-table.ts';
import { withOwnIndex } from './own-index.ts';
import { OWN_READER_NAME } from './reading.ts';
import { compareWithFirst, measureServers } from './server-times.ts';

export interface LookupOptions {
  readonly captures: number;
  /** Seconds of measurement with many clients, per server and kind of look-up. */
  readonly seconds: number;
}

export async function runLookupPeers(open: OpenSystem, wishes: LookupOptions): Promise<LookupPeers> {
  const sites = makeSites(wishes.captures);
  // Sets the limit so high that one response can contain all captures, from which the indexes of the other servers are
  // built.
  const settings = { REPLAY_CDX_LIMIT: String(wishes.captures) };
  return withOwnIndex(open, sites, settings, (system, folder) => besideOthers(folder, system, sites, wishes));
}

/**
 * Maximum number of captures for pywb. To find the closest capture, pywb reads and sorts all captures of a URL, which
 * takes seconds with 10 million captures.
 */
const MOST_FOR_PYWB = 1_000_000;

async function pywbFor(captures: number, folder: string, cdxFile: string): ReturnType<typeof openPywb> {
  if (captures <= MOST_FOR_PYWB) return openPywb(folder, cdxFile);
  return { missing: `pywb: it is asked with at most ${MOST_FOR_PYWB.toLocaleString('en')} captures` };
}

async function besideOthers(
  folder: string,
  system: OwnSystem,
  sites: Sites,
  wishes: LookupOptions,
): Promise<LookupPeers> {
  const cdxFile = join(folder, 'all.cdx');
  await writeAll(system, cdxFile);
  const sought = [await openOutbackCdx(folder, cdxFile), await pywbFor(wishes.captures, folder, cdxFile)];
  const others = sought.filter((one): one is CdxServer => !('missing' in one));
  try {
    const missing = sought.flatMap((one) => ('missing' in one ? [one.missing] : []));
    const found: LookupsOfServers[] = [];
    const measures = {
      ...Object.fromEntries(
        LOOKUP_KINDS.map((name) => [name, () => measureKind(name, system, others, sites, wishes)]),
      ),
      [ALL_LINES]: () => measureAll(system, others),
    };
    for (const [name, measureOne] of Object.entries(measures)) {
      // Prints each result immediately, because a run may be interrupted. If one kind of look-up fails, continues with
      // the next.
      try {
        found.push(await measureOne());
        console.error(`${formatLookupsTable(found.at(-1)!, CLIENTS)}\n`);
      } catch (error) {
        missing.push(`${name}: ${(error as Error).message}`);
        console.error(`${formatNotRun(missing.at(-1)!)}\n`);
      }
    }
    return { captures: wishes.captures, clients: CLIENTS, kinds: found, notRun: missing };
  } finally {
    await Promise.all(others.map((one) => one.stop()));
  }
}

async function measureKind(
  name: string,
  system: OwnSystem,
  others: readonly CdxServer[],
  sites: Sites,
  { captures, seconds }: LookupOptions,
): Promise<LookupsOfServers> {
  const asked = { alone: countSingleLookups(captures), clients: CLIENTS, seconds };
  return measure(name, system, others, makeLookupQueries(name, sites), asked);
}

/**
 * Sends each request only once and without warm-up, because a response with ten million lines takes a minute or two.
 */
function measureAll(system: OwnSystem, others: readonly CdxServer[]): Promise<LookupsOfServers> {
  const all = [{ url: DOMAIN, matchType: 'domain' }];
  const quick = others.filter(({ isSlow }) => !isSlow);
  return measure(ALL_LINES, system, quick, all, { alone: 1, clients: 0, seconds: 0 });
}

/**
 * Measures Holdfast together with the fast servers. Then measures each slow server separately, with Holdfast only to
 * compare the responses, because Holdfast's caches are cold by then.
 */
async function measure(
  name: string,
  system: OwnSystem,
  others: readonly CdxServer[],
  queries: readonly LookupQuery[],
  asked: Omit<CdxPlan, 'servers' | 'alike'>,
): Promise<LookupsOfServers> {
  const beside = (some: readonly CdxServer[]) => [
    toOwnTarget(system, queries),
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
function writeAll({ url, user, password }: System, file: string): Promise<void> {
  const query = new URLSearchParams({ url: DOMAIN, matchType: 'domain' });
  return new Promise((resolve, reject) => {
    request(`${url}/replay/cdxb/${NAMESPACE}?${query}`, { auth: `${user}:${password}` }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`cdxb answered ${answer.statusCode}.`));
      else pipeline(answer, createWriteStream(file)).then(resolve, reject);
    })
      .once('error', reject)
      .end();
  });
}
