// CDX look-ups beside other projects' servers: the same captures, the same queries, by turns in one run.
import { createWriteStream } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { NAMESPACE } from '../replay/load.ts';
import { DOMAIN, type Sites, sitesOf } from '../replay/sites.ts';
import type { OpenSystem, System } from '../service/system.ts';
import type { CdxPlan } from './cdx-clients.ts';
import { type CdxServer, openOutbackCdx, openPywb } from './cdx-servers.ts';
import {
  askedAlone,
  CLIENTS,
  kindsOfLookups,
  type OwnSystem,
  ourTarget,
  type Query,
  queriesOf,
  targetOf,
} from './lookup-queries.ts';
import { ALL_LINES, type LookupPeers, type LookupsOfServers } from './lookup-results.ts';
import { lookupsTable, notRun } from './lookups-table.ts';
import { withOwnIndex } from './own-index.ts';
import { OURS } from './reading.ts';
import { besideFirst, timesOf } from './server-times.ts';

export interface LookupWishes {
  readonly captures: number;
  /** How long many clients ask each server for each kind of look-up. */
  readonly seconds: number;
}

export async function lookupPeers(open: OpenSystem, wishes: LookupWishes): Promise<LookupPeers> {
  const sites = sitesOf(wishes.captures);
  // A limit that lets all captures out in one answer, from which the others' indexes are made.
  const settings = { REPLAY_CDX_LIMIT: String(wishes.captures) };
  return withOwnIndex(open, sites, settings, (system, folder) => besideOthers(folder, system, sites, wishes));
}

/** pywb reads and sorts all captures of a URL to tell the closest: a busy one of 10 million takes it seconds each time. */
const MOST_FOR_PYWB = 1_000_000;

async function pywbFor(captures: number, folder: string, cdxFile: string): ReturnType<typeof openPywb> {
  if (captures <= MOST_FOR_PYWB) return openPywb(folder, cdxFile);
  return { missing: `pywb: it is asked with at most ${MOST_FOR_PYWB.toLocaleString('en')} captures` };
}

async function besideOthers(
  folder: string,
  system: OwnSystem,
  sites: Sites,
  wishes: LookupWishes,
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
        kindsOfLookups.map((name) => [name, () => measureKind(name, system, others, sites, wishes)]),
      ),
      [ALL_LINES]: () => measureAll(system, others),
    };
    for (const [name, measureOne] of Object.entries(measures)) {
      // What is known is said at once: a run may be interrupted, and one kind that fails is not the end of the others.
      try {
        found.push(await measureOne());
        console.error(`${lookupsTable(found.at(-1)!, CLIENTS)}\n`);
      } catch (error) {
        missing.push(`${name}: ${(error as Error).message}`);
        console.error(`${notRun(missing.at(-1)!)}\n`);
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
  { captures, seconds }: LookupWishes,
): Promise<LookupsOfServers> {
  const asked = { alone: askedAlone(captures), clients: CLIENTS, seconds };
  return measure(name, system, others, queriesOf(name, sites), asked);
}

/** One answer of each, without one beforehand: of ten million lines it takes a minute or two. */
function measureAll(system: OwnSystem, others: readonly CdxServer[]): Promise<LookupsOfServers> {
  const all = [{ url: DOMAIN, matchType: 'domain' }];
  const quick = others.filter(({ isSlow }) => !isSlow);
  return measure(ALL_LINES, system, quick, all, { alone: 1, clients: 0, seconds: 0 });
}

/**
 * A slow one is asked after the others, beside ours once more so that each of its answers is compared: while it answers, all
 * else gets cold. What ours takes meanwhile does not count.
 */
async function measure(
  name: string,
  system: OwnSystem,
  others: readonly CdxServer[],
  queries: readonly Query[],
  asked: Omit<CdxPlan, 'servers' | 'alike'>,
): Promise<LookupsOfServers> {
  const beside = (some: readonly CdxServer[]) => [
    ourTarget(system, queries),
    ...some.map((one) => targetOf(one, queries, [one.pid])),
  ];
  const quick = others.filter(({ isSlow }) => !isSlow);
  const slow = others.filter(({ isSlow }) => isSlow);
  const times = await timesOf({ servers: beside(quick), alike: true, ...asked });
  const alone = Math.min(asked.alone, OFTEN_FOR_SLOW);
  for (const one of slow)
    times.push((await timesOf({ servers: beside([one]), alike: true, ...asked, alone }))[1]!);
  const names = [OURS, ...[...quick, ...slow].map((one) => one.name)];
  return { name, servers: besideFirst(names, times) };
}

/** How often one client alone asks a slow one. */
const OFTEN_FOR_SLOW = 400;

/** All captures as CDX lines, sorted, as the service gives them. */
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
