// Random keys that are longer than an index entry and have long common prefixes. Every result is compared with one
// computed in memory, and the number of rows read is bounded by the size of the result.
import { applyMigrations, type Database, openDatabase } from '@holdfast/pg-kit';
import { makeUrlkey } from '@holdfast/surt';
import { addCleanup, createTestDatabase } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Capture } from '../../../src/domain/replay/capture.ts';
import type { CaptureIndex, UrlSummary } from '../../../src/domain/replay/capture-index.ts';
import { type CdxParameters, parseCdxQuery } from '../../../src/features/replay/query/cdx-query.ts';
import { formatResumeKey, parseResumeKey } from '../../../src/features/replay/query/cdx-resume.ts';
import { generateCdxBatches } from '../../../src/features/replay/response/cdx-response.ts';
import { countPages } from '../../../src/features/replay/walk/cdx-pages.ts';
import { listUrlSummaries } from '../../../src/features/replay/walk/url-summaries.ts';
import { formatCdxTimestamp } from '../../../src/features/replay/words/cdx-time.ts';
import { type MatchType, parseKeyMatch } from '../../../src/features/replay/words/key-match.ts';
import { migrations } from '../../../src/index/migrations/index.ts';
import { openCaptureIndex } from '../../../src/index/replay/captures.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { openIndexDatabase } from '../../index-database.ts';
import { type AskedQuery, watchDatabase } from '../../watched-database.ts';
import { type BruteQuery, inIndexOrder, queryByBruteForce } from './brute-force.ts';
import { baseMs, insertCaptures, makeCaptures } from './random-captures.ts';

const tokenKey = new Uint8Array(32);
const site = 'http://long.example/';
// Prefixes of keys, each a prefix of the next. The index cuts long keys at fixed positions, which are before, inside or
// after the part that differs.
const beginnings = [
  '',
  'é',
  'x'.repeat(470),
  'x'.repeat(485),
  'x'.repeat(1_500),
  'x'.repeat(2_483),
  'x'.repeat(4_485),
];
const ends = ['', 'a', 'b', 'b/c', '~', '/', 'y'.repeat(600), `z${'y'.repeat(2_100)}`, 'z'];
const urls = [
  'http://before.example/',
  ...beginnings.flatMap((beginning) => ends.map((end) => `${site}${beginning}${end}`)),
  'http://zz.example/',
];

let database: Database<IndexSchema>;
let index: CaptureIndex;
let all: Capture[];

beforeAll(async () => {
  database = await openIndexDatabase();
  index = openCaptureIndex(database);
  const made = makeCaptures(600, urls);
  all = inIndexOrder(made);
  await insertCaptures(database, made);
  const others = makeCaptures(100, urls).map((capture) => ({
    ...capture,
    id: capture.id.replace('-7', '-6'),
  }));
  await insertCaptures(database, others, { namespace: 'another' });
  const uncommitted = others.map((capture) => ({
    ...capture,
    id: capture.id.replace('-6', '-5'),
    url: `${capture.url}#uncommitted`,
  }));
  await insertCaptures(database, uncommitted, { committed: false });
});

const targets: [MatchType, string][] = [
  ['host', site],
  ['domain', site],
  ['range', `${site}${'x'.repeat(485)}b`],
  ['range', `${site}${'x'.repeat(2_483)}`],
  ...[470, 485, 1_500, 2_483, 4_485].map((length): [MatchType, string] => [
    'prefix',
    site + 'x'.repeat(length),
  ]),
  ['exact', `${site}${'x'.repeat(485)}`],
  ['exact', `${site}${'x'.repeat(4_485)}z`],
];
const sorts = ['default', 'reverse', { closestSecond: baseMs / 1000 + 30 }] as const;

describe.each(targets.map(([matchType, url]) => ({ matchType, url, length: url.length })))(
  'captures by $matchType of a URL of $length characters',
  ({ matchType, url }) => {
    it('come in the right order, once each, however they are asked for', async () => {
      for (const sort of sorts) {
        const expected = queryByBruteForce(all, { url, matchType, sort });
        expect(expected.length).toBeGreaterThan(0);
        for (const limit of [undefined, 1, 40]) {
          const { captures } = await answer({ url, matchType, ...(limit && { limit }), ...sortOf(sort) });
          expect(ids(captures)).toBe(ids(expected.slice(0, limit)));
        }
        const limit = Math.ceil(expected.length / 5);
        expect(ids(await resumed({ url, matchType, limit, ...sortOf(sort) }))).toBe(ids(expected));
      }
    });

    it('are counted, summed up by key, and given in pages', async () => {
      const expected = queryByBruteForce(all, { url, matchType, sort: 'default' });
      const query = parseCdxQuery('test', { url, matchType, pageSize: 77, page: 0 }, { max: 100_000 });
      expect((await countPages(index, query, query.page!)).captures).toBe(expected.length);
      for (const sort of ['default', 'reverse'] as const) {
        const pages: Capture[] = [];
        for (let page = 0; page * 77 < expected.length; page++) {
          pages.push(...(await answer({ url, matchType, pageSize: 77, page, sort })).captures);
        }
        expect(ids(pages)).toBe(ids(queryByBruteForce(all, { url, matchType, sort })));
      }
      const match = parseKeyMatch(url, matchType);
      const scope = { namespace: 'test', fromMs: undefined, toMs: undefined };
      const summed: UrlSummary[] = [];
      for await (const batch of listUrlSummaries(index, { scope, match }, { offset: 1, limit: 30 }))
        summed.push(...batch);
      expect(summed).toEqual(summaries(expected).slice(1, 31));
      expect(await index.countUrls(scope, match)).toBe(summaries(expected).length);
    });
  },
);

describe('many keys with one long beginning', () => {
  const count = 2_000;
  const many = 'http://many.example/';
  beforeAll(async () => {
    const long = Array.from(
      { length: count },
      (_, i) => `${many}${'x'.repeat(1_490)}/${i}/${'y'.repeat(i % 700)}`,
    );
    const made = long.map((url, i) => ({
      ...makeCaptures(1, [url])[0]!,
      id: `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`,
      collectionMs: baseMs + ((i * 7) % 100) * 1000,
    }));
    await insertCaptures(database, made);
  });

  it.each<[string, CdxParameters, number]>([
    ['a host', { matchType: 'host', url: many }, count],
    ['a long prefix', { matchType: 'prefix', url: `${many}${'x'.repeat(1_490)}/1` }, 1_111],
    ['a host, backward', { matchType: 'host', url: many, sort: 'reverse' }, count],
    ['the first of a host', { matchType: 'host', url: many, limit: 1 }, 1],
    [
      'the first of a long prefix',
      { matchType: 'prefix', url: `${many}${'x'.repeat(1_490)}/2`, limit: 1 },
      1,
    ],
    ['one URL', { url: `${many}${'x'.repeat(1_490)}/5/yyyyy` }, 1],
  ])('answer %s having read rows and asked queries in proportion', async (_name, parameters, expected) => {
    const watched = watchDatabase(database);
    const { captures } = await answer(parameters, openCaptureIndex(watched));
    expect(captures).toHaveLength(expected);
    const { asked } = watched;
    let read = 0;
    for (const one of asked) read += await rowsRead(one);
    // Allows for one discarded batch. Each capture counts as two rows: one in the table long_key and one in the table
    // of captures.
    expect(read).toBeLessThan(3 * expected + 2_100 * Math.min(1, Math.floor(expected / 100)) + 40);
    expect(asked.length).toBeLessThan(10 + expected / 100);
  });
});

it('an older database has its long keys in order once its schema is brought up to date', async () => {
  const { url } = await createTestDatabase();
  const older = openDatabase<IndexSchema>({ url, applicationName: 'test', onError: () => undefined });
  addCleanup(() => older.close());
  const known = Object.entries(migrations).filter(([name]) => name < '0006');
  await applyMigrations(older, Object.fromEntries(known), { owner: 'repository' });
  const made = makeCaptures(100, urls);
  await insertCaptures(older, made);
  await applyMigrations(older, migrations, { owner: 'repository' });
  const { captures } = await answer({ url: site, matchType: 'host' }, openCaptureIndex(older));
  expect(ids(captures)).toBe(
    ids(queryByBruteForce(inIndexOrder(made), { url: site, matchType: 'host', sort: 'default' })),
  );
});

it('rows of long keys go with their artifacts', async () => {
  await database.pool.query("delete from artifact where url like 'http://long%'");
  await database.pool.query("delete from artifact where url like 'http://many%'");
  expect((await database.pool.query('select from long_key')).rowCount).toBe(0);
});

async function rowsRead({ sql, parameters }: AskedQuery): Promise<number> {
  const { rows } = await database.pool.query(`explain (analyze, timing off, format json) ${sql}`, [
    ...parameters,
  ]);
  return rowsOf(rows[0]['QUERY PLAN'][0].Plan);
}

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

function rowsOf(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const own = node['Relation Name'] ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0;
  return (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), own);
}

async function answer(parameters: CdxParameters, from = index) {
  const query = parseCdxQuery('test', parameters, { max: 100_000 });
  const generator = generateCdxBatches(from, query, await parseResumeKey({ tokenKey, index: from }, query));
  const captures: Capture[] = [];
  for (;;) {
    const next = await generator.next();
    if (next.done) return { captures, resume: next.value && formatResumeKey(tokenKey, query, next.value) };
    captures.push(...next.value);
  }
}

async function resumed(parameters: CdxParameters): Promise<Capture[]> {
  const parts: Capture[] = [];
  let key: string | undefined;
  do {
    const asked = { ...parameters, showResumeKey: true, ...(key && { resumeKey: key }) };
    const { captures, resume } = await answer(asked);
    parts.push(...captures);
    key = resume;
  } while (key);
  return parts;
}

function sortOf(sort: BruteQuery['sort']): Pick<CdxParameters, 'sort' | 'closest'> {
  return typeof sort === 'string' ? { sort } : { closest: formatCdxTimestamp(sort.closestSecond * 1000) };
}

function summaries(ordered: readonly Capture[]) {
  return [...Map.groupBy(ordered, (capture) => makeUrlkey(capture.url))].map(([key, captures]) => ({
    urlkey: key,
    url: captures.map(({ url }) => url).toSorted()[0],
    firstMs: Math.min(...captures.map(({ collectionMs }) => collectionMs)),
    lastMs: Math.max(...captures.map(({ collectionMs }) => collectionMs)),
    captures: captures.length,
    versions: new Set(captures.map(({ sha1 }) => sha1)).size,
  }));
}

/** Joins IDs to one string. Comparing long arrays element by element would take longer than the query. */
function ids(captures: readonly Capture[]): string {
  return captures.map(({ id }) => id).join('\n');
}
