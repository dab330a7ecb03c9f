// How PostgreSQL answers listings: ranges of one index in its own order, at most sorting what shares the first
// characters of a URL, wherever a page begins and however little is known of the AU. And that it does not plan anew what is
// asked thousands of times a second.
import type { Database } from '@holdfast/pg-kit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { findArtifact } from '../../src/index/artifact.db.ts';
import { type AuName, RecentNames } from '../../src/index/known-names.ts';
import type { Listing, ListingPosition } from '../../src/index/listing.ts';
import { listArtifacts } from '../../src/index/listings.db.ts';
import { type ListingSource, quickListing } from '../../src/index/quick-listings.db.ts';
import type { IndexSchema } from '../../src/index/schema.ts';
import { recordSegment } from '../../src/index/writing/record-segment.db.ts';
import { auidSha256, targetOf } from '../../src/ingest/storing/segment.ts';
import { entry, indexDatabase } from '../index-database.ts';
import { type AskedQuery, type WatchedDatabase, watchedDatabase } from '../watched-database.ts';

let database: Database<IndexSchema>;
let auId: number;
let namespaceId: number;
let pairsId: number;
const auid = 'large';
const busy = 'http://a/m/busy';

// 10,000 artifacts, a third of them of one URL, and a small AU beside them.
beforeAll(async () => {
  database = await indexDatabase();
  await record('small', ['http://a/a', busy]);
  const pairs = Array.from({ length: 6_000 }, (_, i) => `http://pairs/${1_000 + Math.floor(i / 2)}`);
  ({ auId: pairsId } = await record('pairs', pairs));
  const urls = Array.from({ length: 10_000 }, (_, i) => (i % 3 === 0 ? busy : `http://a/${i % 26}/${i}`));
  ({ auId, namespaceId } = await record(auid, urls));
  await sql`analyze artifact, au, segment`.execute(database.kysely);
});

async function record(name: string, urls: string[]) {
  const target = await targetOf(database.kysely, { namespace: 'default', auid: name });
  const segment = { key: `test/${name}`, sizeBytes: 1 };
  const entries = urls.map((url, i) => entry(url, `${i}`));
  await recordSegment(database.kysely, { ...target, storeMs: 1, segment, entries });
  return target;
}

const inBusy: ListingPosition = { url: busy, auid, version: 2_000 };
const plain: ListingPosition = { url: 'http://a/7/7', auid, version: 1 };
const filters = [{}, { urlPrefix: 'http://a/' }, { version: 'latest' as const }];
const cases = ['AU', 'namespace'].flatMap((scope) =>
  filters.flatMap((filter) => [undefined, plain, inBusy].map((after) => ({ scope, filter, after }))),
);

describe('a page', () => {
  it.each(cases)('of the $scope with $filter behind $after is a range of an index', async (one) => {
    const scope = one.scope === 'AU' ? { auId } : { namespaceId };
    const plans = await plansOf({ scope, ...one.filter }, one.after);
    for (const { types } of plans) {
      for (const type of ['Seq Scan', 'Bitmap Heap Scan']) expect(types).not.toContain(type);
    }
    // The last query is for the URLs that follow; those before it are each for one URL.
    // The rows of the page are put in order again behind their joins.
    const { types } = plans.at(-1)!;
    expect(types).toContain('Limit');
    expect(types.slice(types.indexOf('Limit'))).not.toContain('Sort');
  });

  it('inside a URL with thousands of versions reads no more of them than it shows', async () => {
    for (const scope of [{ auId }, { namespaceId }]) {
      const [first] = await plansOf({ scope }, inBusy);
      const read = first!.nodes.filter(({ relation }) => relation === 'artifact').map(({ rows }) => rows);
      expect(read).toEqual([100]);
    }
  });

  it('that ends among the versions of a URL reads few more than it shows', async () => {
    const after = { url: 'http://pairs/1003', auid: 'pairs', version: 2 };
    const plans = await plansOf({ scope: { auId: pairsId } }, after);
    const read = plans.map(({ nodes }) => Math.max(...nodes.map(({ rows }) => rows)));
    expect(read.reduce((sum, rows) => sum + rows, 0)).toBeLessThan(110);
  });
});

describe.each([
  ['listed_of_au', 'artifact_of_au', auidSha256(auid)],
  ['listed_of_namespace', 'artifact_of_namespace', undefined],
])('the statement %s', (statement, index, auidHash) => {
  const listing = { namespace: 'default', auidSha256: auidHash, url: undefined, urlPrefix: undefined };
  const all = { ...listing, version: 'all' as const, includeUncommitted: false };

  it.each([
    ['from the beginning', undefined, 3],
    ['behind a URL', plain, 100],
    ['to the end', { url: 'http://a/9', auid, version: 1 }, 20_000],
  ])('is planned once for all values, and then by the index: %s', async (_where, after, limit) => {
    const watched = watchedDatabase(database);
    expect(await quickListing(sourceOf(watched), all, { after, limit })).not.toHaveLength(0);
    const [asked, ofSegments] = watched.asked;
    expect([asked!.name, ofSegments!.name, watched.asked.length]).toEqual([statement, 'named_segments', 2]);
    const nodes = await planOfPrepared(asked!);
    const scans = nodes.filter(({ relation }) => relation === 'artifact');
    expect(new Set(scans.map((node) => `${node.type} ${node.index}`))).toEqual(
      new Set([`Index Scan ${index}`]),
    );
    expect(nodes.map(({ type }) => type)).not.toContain('Sort');
  });
});

it('a page inside a URL with thousands of versions is one of the statement for its AU, and of queries for its namespace', async () => {
  const all = { url: undefined, urlPrefix: undefined, version: 'all' as const, includeUncommitted: false };
  const page = { after: inBusy, limit: 100 };
  const ofAu = { ...all, namespace: 'default', auidSha256: auidSha256(auid) };
  const watched = watchedDatabase(database);
  const quick = await quickListing(sourceOf(watched), ofAu, page);
  const shown = (found: readonly { id: string; version: number }[] | undefined) =>
    found?.map(({ id, version }) => `${id} ${version}`);
  const wanted = await listArtifacts(database.kysely, { ...all, scope: { auId } }, page);
  expect(shown(quick)).toEqual(shown(wanted));
  const plan = await planOfPrepared(watched.asked[0]!, 'analyze, timing off,');
  const read = plan.filter(({ relation }) => relation === 'artifact').map(({ rows }) => rows);
  expect(read.reduce((sum, rows) => sum + rows, 0)).toBe(100);
  expect(await quickListing(sourceOf(watched), { ...ofAu, auidSha256: undefined }, page)).toBeUndefined();
});

/** Nothing known yet. */
function sourceOf({ pool }: Pick<WatchedDatabase, 'pool'>): ListingSource {
  const [aus, segments] = [new RecentNames<AuName>(() => 1), new RecentNames<string>(() => 1)];
  return { pool, names: { aus, segments } };
}

/** Once PostgreSQL has seen it often enough to keep its plan. */
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

/** Of each query that the page takes. */
async function plansOf(
  listing: Pick<Listing, 'scope'> & Partial<Listing>,
  after: ListingPosition | undefined,
) {
  const asked: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool: database.pool });
  const kysely = new Kysely<IndexSchema>({ dialect, log: (event) => void asked.push(event.query) });
  const whole = { url: undefined, urlPrefix: undefined, version: 'all' as const, includeUncommitted: false };
  await listArtifacts(kysely, { ...whole, ...listing }, { after, limit: 100 });
  return Promise.all(asked.map(planOf));
}

async function planOf({ sql: text, parameters }: CompiledQuery) {
  const { rows } = await database.pool.query(`explain (analyze, timing off, format json) ${text}`, [
    ...parameters,
  ]);
  const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter(({ relation }) => !small.has(relation ?? ''));
  return { nodes, types: nodes.map(({ type }) => type) };
}

/** Tables of a page or less are read whole, which says nothing of how a large one would be. */
const small = new Set(['au', 'segment', 'namespace']);

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
