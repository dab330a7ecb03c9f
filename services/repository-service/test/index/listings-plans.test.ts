// PostgreSQL's plans for listings. A plan reads ranges of one index in index order, and sorts only artifacts whose URLs
// have the same first characters. This holds for every page, even if PostgreSQL has few statistics about the AU.
// Statements that run thousands of times per second use a generic plan.
import type { Database } from '@holdfast/pg-kit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { findArtifact } from '../../src/index/artifact.db.ts';
import type { ArtifactListing, ListingPage, ListingPosition } from '../../src/index/listing.ts';
import { type ListingSource, listArtifacts } from '../../src/index/listings.db.ts';
import { type AuName, RecentNames } from '../../src/index/name-cache.ts';
import type { IndexSchema } from '../../src/index/schema.ts';
import { recordSegment } from '../../src/index/writing/record-segment.db.ts';
import { openImportTarget } from '../../src/ingest/storing/segment.ts';
import { makeEntry, openIndexDatabase } from '../index-database.ts';
import { type AskedQuery, type WatchedDatabase, watchDatabase } from '../watched-database.ts';

let database: Database<IndexSchema>;
const auid = 'large';
const busy = 'http://a/m/busy';

// 10,000 artifacts, a third of them with the same URL, and a small AU.
beforeAll(async () => {
  database = await openIndexDatabase();
  await record('small', ['http://a/a', busy]);
  const pairs = Array.from({ length: 6_000 }, (_, i) => `http://pairs/${1_000 + Math.floor(i / 2)}`);
  await record('pairs', pairs);
  const urls = Array.from({ length: 10_000 }, (_, i) => (i % 3 === 0 ? busy : `http://a/${i % 26}/${i}`));
  await record(auid, urls);
  await sql`analyze artifact, au, segment`.execute(database.kysely);
});

async function record(name: string, urls: string[]) {
  const target = await openImportTarget(database.kysely, { namespace: 'default', auid: name });
  const segment = { key: `test/${name}`, sizeBytes: 1 };
  const entries = urls.map((url, i) => makeEntry(url, `${i}`));
  await recordSegment(database.kysely, { ...target, storeMs: 1, segment, entries });
}

const scopes = [
  { namespace: 'default', auid },
  { namespace: 'default', auid: undefined },
];
const whole = { url: undefined, urlPrefix: undefined, version: 'all' as const, includeUncommitted: false };
const inBusy: ListingPosition = { url: busy, auid, version: 2_000 };
const plain: ListingPosition = { url: 'http://a/7/7', auid, version: 1 };
const filters = [{}, { urlPrefix: 'http://a/' }, { version: 'latest' as const }, { url: busy }];

/** Lists a page. Returns the executed statements in order, and the content of the page. */
async function askedFor(listing: ArtifactListing, page: ListingPage) {
  const watched = watchDatabase(database);
  const found = await listArtifacts(sourceOf(watched), listing, page);
  return { found, asked: watched.asked.filter(({ name }) => name !== 'named_segments') };
}

/** Computes the IDs of the same page by sorting all artifacts. */
async function sortedPage({ auid: only }: ArtifactListing, { after, limit }: ListingPage): Promise<string[]> {
  const isAfter = after
    ? sql`(url_order(url), auid, -version) > (url_order(${after.url}), ${after.auid}, -(${after.version}::integer))`
    : sql`true`;
  const { rows } = await sql<{ id: string }>`
    select artifact.id from artifact join au on au.id = artifact.au_id
    where committed and auid = coalesce(${only ?? null}, auid) and ${isAfter}
    order by url_order(url), auid, version desc limit ${limit}`.execute(database.kysely);
  return rows.map(({ id }) => id);
}

const cases = scopes.flatMap((scope) =>
  filters.flatMap((filter) => [undefined, plain, inBusy].map((after) => ({ ...scope, filter, after }))),
);

it.each(cases)('a page of $auid with $filter behind $after is ranges of indexes', async (one) => {
  const { auid: only, filter, after } = one;
  const listing = { ...whole, namespace: 'default', auid: only, ...filter };
  const { asked } = await askedFor(listing, { after, limit: 50 });
  for (const query of asked) {
    const nodes = await planOfPrepared(query);
    const scans = nodes.filter(({ relation }) => relation === 'artifact');
    const ofScope = only === undefined ? 'artifact_of_namespace' : 'artifact_of_au';
    expect(scans.map((node) => `${node.type} ${node.index}`)).toEqual(
      ['artifact_of_au', ofScope].map((index) => `Index Scan ${index}`),
    );
    expect(nodes.map(({ type }) => type)).not.toContain('Sort');
  }
});

describe.each(scopes)('of $auid', (scope) => {
  const all = { ...whole, ...scope };

  it.each([
    ['from the beginning', undefined, 3],
    ['behind a URL', plain, 100],
    ['to the end', { url: 'http://a/9', auid, version: 1 }, 20_000],
    ['before a URL with thousands of versions', { url: 'http://a/9/9999', auid, version: 1 }, 150],
    ['inside a URL with thousands of versions', inBusy, 100],
    ['at the end of its versions in an AU', { ...inBusy, version: 5 }, 100],
  ])('a page is the one that sorting all gives: %s', async (_where, after, limit) => {
    const { found } = await askedFor(all, { after, limit });
    const wanted = await sortedPage(all, { after, limit });
    expect(wanted).not.toHaveLength(0);
    expect(found.map(({ id }) => id)).toEqual(wanted);
  });

  it('a page inside a URL with thousands of versions reads few more of them than it shows', async () => {
    const { asked } = await askedFor(all, { after: inBusy, limit: 100 });
    expect(asked).toHaveLength(1);
    expect(await rowsRead(asked[0]!)).toBeLessThanOrEqual(scope.auid === undefined ? 210 : 100);
  });
});

it('a page that ends among the versions of a URL reads few more than it shows', async () => {
  const after = { url: 'http://pairs/1003', auid: 'pairs', version: 2 };
  const { asked } = await askedFor({ ...whole, namespace: 'default', auid: 'pairs' }, { after, limit: 100 });
  expect(asked).toHaveLength(1);
  expect(await rowsRead(asked[0]!)).toBeLessThan(110);
});

it('PostgreSQL orders many artifacts of one URL in a namespace', async () => {
  const listing = { ...whole, namespace: 'default', auid: undefined, url: busy };
  const { asked } = await askedFor(listing, { after: undefined, limit: 100 });
  expect(asked.map(({ name }) => name)).toEqual(['listed_of_namespace', 'listed_of_namespace_ordered']);
  const types = (await planOfPrepared(asked[1]!)).map(({ type }) => type);
  expect(types).toContain('Incremental Sort');
});

async function rowsRead(query: AskedQuery): Promise<number> {
  const plan = await planOfPrepared(query, 'analyze, timing off,');
  return plan.filter(({ relation }) => relation === 'artifact').reduce((sum, { rows }) => sum + rows, 0);
}

/** Returns a listing source with an empty name cache. */
function sourceOf({ pool, kysely }: WatchedDatabase): ListingSource {
  const [aus, segments] = [new RecentNames<AuName>(() => 1), new RecentNames<string>(() => 1)];
  return { pool, kysely, names: { aus, segments } };
}

/** Returns the plan after PostgreSQL has executed the statement often enough to cache a generic plan. */
async function planOfPrepared({ sql: text, parameters }: AskedQuery, options = '') {
  const client = await database.pool.connect();
  try {
    await client.query(`prepare planned as ${text}`);
    const execute = `execute planned (${parameters.map(literal).join()})`;
    for (let time = 0; time < 6; time++) await client.query(execute);
    const kept = `select generic_plans::integer as kept from pg_prepared_statements where name = 'planned'`;
    expect((await client.query(kept)).rows).toEqual([{ kept: 1 }]);
    const { rows } = await client.query(`explain (${options} format json) ${execute}`);
    return nodesOf(rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    client.release(true);
  }
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  return Buffer.isBuffer(value) ? `'\\x${value.toString('hex')}'` : `'${value}'`;
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  Plans?: PlanNode[];
}

interface Scanned {
  readonly type: string;
  readonly relation: string | undefined;
  readonly index: string | undefined;
  readonly rows: number;
}

function nodesOf(node: PlanNode): Scanned[] {
  const own = {
    type: node['Node Type'],
    relation: node['Relation Name'],
    index: node['Index Name'],
    rows: node['Actual Rows'] ?? 0,
  };
  return [own, ...(node.Plans ?? []).flatMap(nodesOf)];
}

it('looks artifacts up by one plan for all of them, those that are asked for alone and those that come together', async () => {
  const { rows: found } = await database.pool.query<{ id: string }>('select id from artifact limit 2');
  const find = ({ id }: { id: string }) => findArtifact(database.pool, { namespace: 'default', uuid: id });
  for (let times = 0; times < 8; times++) {
    expect(await find(found[0]!)).toMatchObject(found[0]!);
    expect(await Promise.all(found.map(find))).toMatchObject(found);
  }
  const { rows } = await database.pool.query(
    `select name, generic_plans > 0 as kept from pg_prepared_statements where name ~ '^artifacts?_by_uuid$' order by name`,
  );
  expect(rows).toEqual(['artifact_by_uuid', 'artifacts_by_uuid'].map((name) => ({ name, kept: true })));
});
