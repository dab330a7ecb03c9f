// The look-ups that CDX servers are asked for, and how a server is asked.
import { type Random, seededRandom } from '../corpus/random.ts';
import { closestQuery } from '../replay/closest-query.ts';
import { NAMESPACE } from '../replay/load.ts';
import { DOMAIN, folderOf, type Sites } from '../replay/sites.ts';
import type { System } from '../service/system.ts';
import type { CdxTarget } from './cdx-clients.ts';
import type { CdxServer } from './cdx-servers.ts';

export type Query = Readonly<Record<string, string | number>>;

/** That ask at once. */
export const CLIENTS = 16;
const QUERIES = 2_000;

const kinds: Record<string, (random: Random, sites: Sites) => Query> = {
  'exact URL': (random, { usual }) => ({ url: random.pick(usual).url }),
  closest: (random, { usual }) => closestQuery(random, random.pick(usual).url, 1).query,
  'closest, busy URL': (random, { busy }) => closestQuery(random, random.pick(busy).url, 1).query,
  'prefix, 100 lines': (random, { usual }) => ({
    url: folderOf(random.pick(usual).url),
    matchType: 'prefix',
    limit: 100,
  }),
  'domain, 1,000 lines': () => ({ url: DOMAIN, matchType: 'domain', limit: 1_000 }),
  'nothing there': (random, { usual }) => ({ url: `${random.pick(usual).url}x` }),
};

export const kindsOfLookups: readonly string[] = Object.keys(kinds);

/** The same of every run. */
export function queriesOf(kind: string, sites: Sites): Query[] {
  const random = seededRandom(kind);
  return Array.from({ length: QUERIES }, () => kinds[kind]!(random, sites));
}

/** How often one client alone asks for one of them: of 2,000 answers, the slowest twenty are still chance. */
export const askedAlone = (captures: number): number => Math.min(4 * QUERIES, Math.ceil(captures / 500));

/** A repository service, and the PostgreSQL that it has of its own. */
export type OwnSystem = System & { readonly databasePid: number };

export function ourTarget(
  { url, user, password, pid, databasePid }: OwnSystem,
  queries: readonly Query[],
): CdxTarget {
  const path = `/replay/cdxb/${NAMESPACE}`;
  const server = { port: Number(new URL(url).port), path, also: {}, keepAlive: true };
  return { ...targetOf(server, queries, [pid, databasePid]), auth: `${user}:${password}` };
}

export function targetOf(
  { port, path, also, keepAlive }: Pick<CdxServer, 'port' | 'path' | 'also' | 'keepAlive'>,
  queries: readonly Query[],
  processes: readonly number[],
): CdxTarget {
  const words = (query: Query) => new URLSearchParams({ ...query, ...also } as Record<string, string>);
  return { port, keepAlive, paths: queries.map((query) => `${path}?${words(query)}`), processes };
}
