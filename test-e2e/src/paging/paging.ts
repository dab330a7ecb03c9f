// Reads all pages of a large AU and of its namespace, with every kind of listing, while writers change them.
import { createTemporaryFolder, type ListedArtifact, type TestRepositoryClient } from '@holdfast/testkit';
import { startRepository } from '../support/repository-server.ts';
import {
  largePagingAuid,
  type PagingHoldings,
  pagingNamespace,
  pagingUrlPrefix,
  planHoldings,
  smallPagingAuid,
  streamUrlArchive,
} from './holdings.ts';
import { type PagedListing, type TimedPage, walkListing } from './walk.ts';
import { startWriters } from './writers.ts';

export interface PagingPlan {
  databaseUrl: string;
  /** Number of artifacts in the large AU. */
  artifacts: number;
  limit: number;
  /** Number of times to read each listing from beginning to end. */
  walks: number;
  say(words: string): void;
}

export interface PagingOutcome {
  name: string;
  /** Pages of each pass through the listing. */
  pages: TimedPage[][];
  /** URL that has a tenth of all versions. */
  busy: string;
}

/** Runs the drill. Throws at the first artifact that is out of order, missing or repeated. */
export async function runPagingDrill(plan: PagingPlan): Promise<PagingOutcome[]> {
  const { databaseUrl, artifacts, limit, walks, say } = plan;
  const objectStore = `fs:${await createTemporaryFolder()}`;
  const { client } = await startRepository({ databaseUrl, objectStore });
  const holdings = planHoldings(artifacts);
  const began = performance.now();
  await store(client, largePagingAuid, holdings.stable);
  const volatile = await store(client, largePagingAuid, holdings.volatile);
  await store(client, smallPagingAuid, holdings.shared);
  say(
    `stored ${holdings.stable.length + holdings.volatile.length + holdings.shared.length} artifacts in ${Math.round(performance.now() - began)} ms`,
  );
  const writers = startWriters(client, holdings, volatile);
  const outcomes: PagingOutcome[] = [];
  for (const listing of makeListings(holdings)) {
    const pages: TimedPage[][] = [];
    for (let time = 0; time < walks; time++) pages.push(await walkListing(client, listing, limit));
    outcomes.push({ name: listing.name, pages, busy: holdings.busy });
  }
  await writers.stop();
  const { imported, committed, deleted } = writers.done;
  say(
    `meanwhile ${imported} artifacts were imported, ${committed} committed or taken back, ${deleted} deleted`,
  );
  if (Math.min(imported, committed, deleted) === 0) throw new Error('the writers did not write');
  return outcomes;
}

/** Imports the URLs. Returns the UUIDs of the artifacts. */
async function store(client: TestRepositoryClient, auid: string, urls: readonly string[]): Promise<string[]> {
  const archive = streamUrlArchive(urls, 'first');
  const { status, statuses, body } = await client.importArchive(archive, {
    namespace: pagingNamespace,
    auid,
    storeDuplicate: true,
  });
  if (status !== 200 || statuses.length !== urls.length || statuses.some((one) => one.status !== 'OK')) {
    throw new Error(`not all was stored: ${status} ${body} ${JSON.stringify(statuses.at(-1))}`);
  }
  return statuses.map(({ artifactUuid }) => artifactUuid!);
}

const formatVersionKey = ({ auid, uri, version }: ListedArtifact) => `${auid} ${uri} ${version}`;
const formatUrlKey = ({ auid, uri }: ListedArtifact) => `${auid} ${uri}`;

function makeListings({ stable, shared }: PagingHoldings): PagedListing[] {
  const large = [...generateVersionKeys(stable, largePagingAuid)];
  const both = [...large, ...generateVersionKeys(shared, smallPagingAuid)];
  const urlsOfLarge = new Set(stable.map((url) => `${largePagingAuid} ${url}`));
  const urlsOfBoth = new Set([...urlsOfLarge, ...shared.map((url) => `${smallPagingAuid} ${url}`)]);
  const prefixed = (names: Iterable<string>) =>
    new Set([...names].filter((name) => name.includes(` ${pagingUrlPrefix}`)));
  const au = { path: `/aus/${encodeURIComponent(largePagingAuid)}/artifacts` };
  const all = { path: '/artifacts' };
  return [
    {
      name: 'AU, all versions',
      ...au,
      query: { namespace: pagingNamespace, version: 'all' },
      expected: new Set(large),
      identity: formatVersionKey,
    },
    {
      name: 'AU, latest',
      ...au,
      query: { namespace: pagingNamespace },
      expected: urlsOfLarge,
      identity: formatUrlKey,
    },
    {
      name: 'AU, prefix',
      ...au,
      query: { namespace: pagingNamespace, version: 'all', urlPrefix: pagingUrlPrefix },
      expected: prefixed(large),
      identity: formatVersionKey,
    },
    {
      name: 'AU, wide prefix, uncommitted too',
      ...au,
      query: { namespace: pagingNamespace, version: 'all', includeUncommitted: 'true', urlPrefix: 'http://' },
      expected: new Set(large),
      identity: formatVersionKey,
    },
    {
      name: 'namespace, all versions',
      ...all,
      query: { namespace: pagingNamespace },
      expected: new Set(both),
      identity: formatVersionKey,
    },
    {
      name: 'namespace, latest',
      ...all,
      query: { namespace: pagingNamespace, versions: 'latest' },
      expected: urlsOfBoth,
      identity: formatUrlKey,
    },
    {
      name: 'namespace, prefix',
      ...all,
      query: { namespace: pagingNamespace, urlPrefix: pagingUrlPrefix },
      expected: prefixed(both),
      identity: formatVersionKey,
    },
  ];
}

function* generateVersionKeys(urls: readonly string[], auid: string): Generator<string> {
  const versions = new Map<string, number>();
  for (const url of urls) {
    const version = (versions.get(url) ?? 0) + 1;
    versions.set(url, version);
    yield `${auid} ${url} ${version}`;
  }
}
