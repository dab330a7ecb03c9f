// Queries for CDX look-ups, and the requests that send them.
import { type BenchRandom, createBenchRandom } from '../corpus/random.ts';
import { makeClosestQuery } from '../replay/closest-query.ts';
import { REPLAY_NAMESPACE } from '../replay/load.ts';
import { BENCH_DOMAIN, type BenchSites, toUrlFolder } from '../replay/sites.ts';
import type { BenchSystem } from '../service/system.ts';
import type { CdxTarget } from './cdx-clients.ts';
import type { CdxServer } from './cdx-servers.ts';

export type LookupQuery = Readonly<Record<string, string | number>>;

/** Number of parallel clients. */
export const PARALLEL_CLIENT_COUNT = 16;
const QUERIES = 2_000;

const kinds: Record<string, (random: BenchRandom, sites: BenchSites) => LookupQuery> = {
  'exact URL': (random, { usual }) => ({ url: random.pick(usual).url }),
  closest: (random, { usual }) => makeClosestQuery(random, random.pick(usual).url, 1).query,
  'closest, busy URL': (random, { busy }) => makeClosestQuery(random, random.pick(busy).url, 1).query,
  'prefix, 100 lines': (random, { usual }) => ({
    url: toUrlFolder(random.pick(usual).url),
    matchType: 'prefix',
    limit: 100,
  }),
  'domain, 1,000 lines': () => ({ url: BENCH_DOMAIN, matchType: 'domain', limit: 1_000 }),
  'nothing there': (random, { usual }) => ({ url: `${random.pick(usual).url}x` }),
};

export const LOOKUP_KINDS: readonly string[] = Object.keys(kinds);

/** Returns the same queries in every run. */
export function makeLookupQueries(kind: string, sites: BenchSites): LookupQuery[] {
  const random = createBenchRandom(kind);
  return Array.from({ length: QUERIES }, () => kinds[kind]!(random, sites));
}

/**
 * Returns the number of requests of the single client. A large index gets more requests, because the slowest 1 % of
 * only 2,000 responses would depend on chance.
 */
export const countSingleClientRequests = (captures: number): number =>
  Math.min(4 * QUERIES, Math.ceil(captures / 500));

/** A repository service with its own PostgreSQL. */
export type HoldfastSystem = BenchSystem & { readonly databasePid: number };

export function toHoldfastTarget(
  { url, user, password, pid, databasePid }: HoldfastSystem,
  queries: readonly LookupQuery[],
): CdxTarget {
  const path = `/replay/cdxb/${REPLAY_NAMESPACE}`;
  const server = { port: Number(new URL(url).port), path, also: {}, keepAlive: true };
  return { ...toCdxTarget(server, queries, [pid, databasePid]), auth: `${user}:${password}` };
}

export function toCdxTarget(
  { port, path, also, keepAlive }: Pick<CdxServer, 'port' | 'path' | 'also' | 'keepAlive'>,
  queries: readonly LookupQuery[],
  processes: readonly number[],
): CdxTarget {
  const words = (query: LookupQuery) => new URLSearchParams({ ...query, ...also } as Record<string, string>);
  return { port, keepAlive, paths: queries.map((query) => `${path}?${words(query)}`), processes };
}
