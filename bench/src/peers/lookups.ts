// CDX look-ups beside other projects' servers: the same captures, the same queries, by turns in one run.
import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@holdfast/pg-kit';
import { startEmbeddedPostgres } from '@holdfast/standalone/postgres';
import { type Random, seededRandom } from '../corpus/random.ts';
import { inOwnProcess } from '../own-process.ts';
import { loadCaptures, NAMESPACE, times } from '../replay/load.ts';
import { DOMAIN, folderOf, type Site, type Sites, sitesOf } from '../replay/sites.ts';
import { type OpenSystem, type System, withSystem } from '../service/system.ts';
import type { CdxPlan, CdxTarget, CdxTimes } from './cdx-clients.ts';
import { type CdxServer, openOutbackCdx, openPywb } from './cdx-servers.ts';
import { ALL_LINES, type LookupPeers, type LookupsOfServers } from './lookup-results.ts';
import { lookupsTable, notRun } from './lookups-table.ts';
import { OURS } from './reading.ts';

export interface LookupWishes {
  readonly captures: number;
  /** How long many clients ask each server for each kind of look-up. */
  readonly seconds: number;
}

type Query = Readonly<Record<string, string | number>>;

const CLIENTS = 16;
const QUERIES = 2_000;
const program = fileURLToPath(new URL('../../dist/peers/cdx-clients-process.js', import.meta.url));

const kinds: Record<string, (random: Random, sites: Sites) => Query> = {
  'exact URL': (random, { usual }) => ({ url: random.pick(usual).url }),
  closest: (random, { usual }) => closest(random, random.pick(usual), 1),
  'closest, busy URL': (random, { busy }) => closest(random, random.pick(busy), 1),
  'prefix, 100 lines': (random, { usual }) => ({
    url: folderOf(random.pick(usual).url),
    matchType: 'prefix',
    limit: 100,
  }),
  'domain, 1,000 lines': () => ({ url: DOMAIN, matchType: 'domain', limit: 1_000 }),
  'nothing there': (random, { usual }) => ({ url: `${random.pick(usual).url}x` }),
};

export async function lookupPeers(open: OpenSystem, wishes: LookupWishes): Promise<LookupPeers> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-'));
  // PostgreSQL refuses root: its server then runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ folder });
  const [url, sites] = [postgres.url, sitesOf(wishes.captures)];
  try {
    // A limit that lets all captures out in one answer, from which the others' indexes are made.
    const limit = String(wishes.captures);
    // As many workers as it has of itself: the others use all processors as they like, too.
    const workers = String(Math.min(8, availableParallelism()));
    const settings = { DATABASE_URL: url, REPLAY_CDX_LIMIT: limit, WORKERS: workers };
    return await withSystem(open, settings, async (system) => {
      const database = openDatabase<unknown>({ url, applicationName: 'bench', onError: () => undefined });
      await loadCaptures(database, sites).finally(() => database.close());
      return besideOthers(folder, { ...system, databasePid: postgres.pid }, sites, wishes);
    });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** pywb reads and sorts all captures of a URL to tell the closest: a busy one of 10 million takes it seconds each time. */
const MOST_FOR_PYWB = 1_000_000;

async function pywbFor(captures: number, folder: string, cdxFile: string): ReturnType<typeof openPywb> {
  if (captures <= MOST_FOR_PYWB) return openPywb(folder, cdxFile);
  return { missing: `pywb: it is asked with at most ${MOST_FOR_PYWB.toLocaleString('en')} captures` };
}

type OwnSystem = System & { readonly databasePid: number };

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
        Object.keys(kinds).map((name) => [name, () => measureKind(name, system, others, sites, wishes)]),
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
  const random = seededRandom(name);
  const queries = Array.from({ length: QUERIES }, () => kinds[name]!(random, sites));
  const alone = Math.min(QUERIES / 4, Math.ceil(captures / 200));
  return measure(name, system, others, queries, { alone, clients: CLIENTS, seconds });
}

/** One answer of each, without one beforehand: of ten million lines it takes a minute or two. */
function measureAll(system: OwnSystem, others: readonly CdxServer[]): Promise<LookupsOfServers> {
  const all = [{ url: DOMAIN, matchType: 'domain' }];
  const able = others.filter(({ givesAll }) => givesAll);
  return measure(ALL_LINES, system, able, all, { alone: 1, clients: 0, seconds: 0 });
}

async function measure(
  name: string,
  system: OwnSystem,
  others: readonly CdxServer[],
  queries: readonly Query[],
  asked: Omit<CdxPlan, 'servers'>,
): Promise<LookupsOfServers> {
  const servers = [ours(system, queries), ...others.map((one) => pathsOf(one, queries, [one.pid]))];
  const all = await inOwnProcess<CdxPlan, CdxTimes[]>(program, { servers, ...asked });
  const [own] = all;
  return {
    name,
    servers: all.map((one, i) => ({
      name: i === 0 ? OURS : others[i - 1]!.name,
      ...one,
      timesP50: one.p50Ms / own!.p50Ms,
      timesRate: own!.perSecond / one.perSecond,
    })),
  };
}

function ours({ url, user, password, pid, databasePid }: OwnSystem, queries: readonly Query[]): CdxTarget {
  const path = `/replay/cdxb/${NAMESPACE}`;
  const server = { port: Number(new URL(url).port), path, also: {}, keepAlive: true };
  return { ...pathsOf(server, queries, [pid, databasePid]), auth: `${user}:${password}` };
}

function pathsOf(
  { port, path, also, keepAlive }: Pick<CdxServer, 'port' | 'path' | 'also' | 'keepAlive'>,
  queries: readonly Query[],
  processes: readonly number[],
): CdxTarget {
  const words = (query: Query) => new URLSearchParams({ ...query, ...also } as Record<string, string>);
  return { port, keepAlive, paths: queries.map((query) => `${path}?${words(query)}`), processes };
}

function closest(random: Random, { url }: Site, limit: number): Query {
  const second = times.from + random.below(times.below - times.from);
  const timestamp = new Date(second * 1000).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return { url, closest: timestamp, sort: 'closest', limit };
}

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
