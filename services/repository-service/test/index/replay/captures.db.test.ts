// Checks PostgreSQL's plans for queries of the replay index: they scan ranges of an index in index order, never scan
// the whole table, and sort only captures with the same time.
import type { Database } from '@holdfast/pg-kit';
import { makeUrlkey } from '@holdfast/surt';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  getKeyPart,
  type KeyRange,
  listKeyPrefixRanges,
} from '../../../src/domain/keys/key-prefix-ranges.ts';
import type { Capture } from '../../../src/domain/replay/capture.ts';
import type { CaptureIndex } from '../../../src/domain/replay/capture-index.ts';
import { parseKeyMatch } from '../../../src/features/replay/words/key-match.ts';
import { openCaptureIndex } from '../../../src/index/replay/captures.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { baseMs, busyUrl, insertCaptures, randomCaptures } from '../../features/replay/random-captures.ts';
import { openIndexDatabase } from '../../index-database.ts';
import { type AskedQuery, watchDatabase } from '../../watched-database.ts';

let database: Database<IndexSchema>;

beforeAll(async () => {
  database = await openIndexDatabase();
  await insertCaptures(database, randomCaptures(20_000));
});

const scope = { namespace: 'test', fromMs: undefined, toMs: undefined };
const key = makeUrlkey(busyUrl);
const at = { collectionMs: baseMs + 30_500, id: '00000000-0000-7000-8000-000000000000' };
const domain = parseKeyMatch('example.com', 'domain') as KeyRange;
const [span] = listKeyPrefixRanges(domain);
const part = getKeyPart(key, span!);

const queries: [string, (index: CaptureIndex) => Promise<unknown>][] = [
  ['a key', (index) => index.ofKey(scope, key, { direction: 'forward', after: undefined, limit: 100 })],
  [
    'a key, backward',
    (index) => index.ofKey(scope, key, { direction: 'backward', after: undefined, limit: 100 }),
  ],
  [
    'a key from a place on',
    (index) => index.ofKey(scope, key, { direction: 'forward', after: at, limit: 100 }),
  ],
  [
    'a key, backward from a place',
    (index) => index.ofKey(scope, key, { direction: 'backward', after: at, limit: 100 }),
  ],
  [
    'a key within times',
    (index) =>
      index.ofKey({ ...scope, fromMs: baseMs, toMs: baseMs + 9_000 }, key, {
        direction: 'forward',
        after: undefined,
        limit: 100,
      }),
  ],
  [
    'a key from a moment outward',
    (index) => index.around(scope, key, { earlierToMs: baseMs + 30_499, laterFromMs: baseMs + 30_500 }, 100),
  ],
  ['a range', (index) => index.ofSpan(scope, span!, { direction: 'forward', after: undefined, limit: 500 })],
  [
    'a range behind a key',
    (index) =>
      index.ofSpan(scope, span!, { direction: 'forward', after: { part, at: undefined }, limit: 500 }),
  ],
  [
    'a range from amidst a key on',
    (index) => index.ofSpan(scope, span!, { direction: 'forward', after: { part, at }, limit: 500 }),
  ],
  [
    'a range, backward',
    (index) => index.ofSpan(scope, span!, { direction: 'backward', after: undefined, limit: 500 }),
  ],
  ['a place in a range', (index) => index.positionAt(scope, domain, { before: 300, direction: 'forward' })],
];

it.each(queries)('%s is read from the index in its order', async (_name, query) => {
  const watched = watchDatabase(database);
  await query(openCaptureIndex(watched));
  const { asked } = watched;
  expect(asked.length).toBeGreaterThan(0);
  for (const one of asked) {
    const nodes = await plan(one);
    expect(nodes.filter((node) => ['Sort', 'Seq Scan', 'Bitmap Heap Scan'].includes(node.type))).toEqual([]);
    const indexes = nodes.flatMap(({ index }) => index ?? []);
    expect(new Set(indexes)).toEqual(new Set(['artifact_in_replay_order']));
  }
});

// Queries that continue from a position near the end of a range. PostgreSQL must start at this position instead of
// reading the range from its start.
const farPart = getKeyPart(makeUrlkey('http://sub.example.com/a'), span!);
const late = { collectionMs: baseMs + 59_000, id: at.id };
const fromStart = { ...scope, fromMs: baseMs };
const farOn: [string, (index: CaptureIndex) => Promise<unknown>][] = [
  ['a key', (index) => index.ofKey(fromStart, key, { direction: 'forward', after: late, limit: 20 })],
  [
    'a range',
    (index) =>
      index.ofSpan(scope, span!, { direction: 'forward', after: { part: farPart, at: late }, limit: 20 }),
  ],
];

it.each(farOn)('%s is gone on in where the place is, not from its beginning', async (_name, query) => {
  const watched = watchDatabase(database);
  await query(openCaptureIndex(watched));
  const { sql, parameters } = watched.asked[0]!;
  const { rows } = await database.pool.query(`explain (analyze, buffers, format json) ${sql}`, [
    ...parameters,
  ]);
  const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = rows[0]['QUERY PLAN'][0].Plan;
  expect(hit + read).toBeLessThan(80);
});

const rareKey = makeUrlkey('http://example.com:8080/a');
const edges = { from: undefined, to: undefined };
const shapes: [string, (index: CaptureIndex) => Promise<unknown>][] = [
  [
    'captures_of_keys',
    (index) => index.around(scope, rareKey, { earlierToMs: baseMs, laterFromMs: baseMs }, 2),
  ],
  [
    'captures_of_keys',
    (index) => index.around(scope, key, { earlierToMs: baseMs, laterFromMs: baseMs }, 200),
  ],
  ...(['forward', 'backward'] as const).flatMap((direction): typeof shapes => [
    [
      `captures_of_span_${direction}`,
      (index) => index.ofSpan(scope, span!, { direction, after: { part, at }, limit: 2 }),
    ],
    [
      `captures_of_span_${direction}_in_time`,
      (index) =>
        index.ofSpan(
          { ...scope, fromMs: baseMs },
          { ...span!, ...edges },
          { direction, after: undefined, limit: 900 },
        ),
    ],
  ]),
];

it.each(shapes)('%s is planned once for all values, and then by the index', async (name, query) => {
  const watched = watchDatabase(database);
  await query(openCaptureIndex(watched));
  const [one] = watched.asked;
  expect(one?.name).toBe(name);
  const values = one!.parameters as unknown[];
  const client = await database.pool.connect();
  try {
    await client.query(`prepare planned as ${one!.sql}`);
    const execute = `execute planned (${values.map(literal).join()})`;
    for (let time = 0; time < 6; time++) await client.query(execute);
    const { rows: plans } = await client.query(
      "select generic_plans::integer as kept from pg_prepared_statements where name = 'planned'",
    );
    expect(plans).toEqual([{ kept: 1 }]);
    const { rows } = await client.query(`explain (format json) ${execute}`);
    const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter(({ relation }) => relation === 'artifact');
    const scans = nodes.map(({ type, index }) => `${type} ${index}`);
    expect(new Set(scans)).toEqual(new Set(['Index Scan artifact_in_replay_order']));
    expect(nodesOf(rows[0]['QUERY PLAN'][0].Plan).map(({ type }) => type)).not.toContain('Sort');
  } finally {
    client.release(true);
  }
});

function literal(value: unknown): string {
  if (Array.isArray(value)) return `'{${value.map((one) => JSON.stringify(one)).join()}}'`;
  return `'${value}'`;
}

describe('a prepared statement answers, too:', () => {
  const index = () => openCaptureIndex(database);

  it('captures whose values hold what stands between values', async () => {
    const url = 'http://odd.example.com/a\u001e\u001f\u001f';
    const [made] = randomCaptures(1);
    const odd = { ...made!, id: 'f0000000-0000-7000-8000-00000000000f', url, urlkey: 'com,example,odd)/a' };
    await insertCaptures(database, [odd], { namespace: 'odd' });
    const page = { direction: 'forward', after: undefined, limit: 10 } as const;
    const found = await index().ofKey({ ...scope, namespace: 'odd' }, odd.urlkey, page);
    expect(found).toEqual([expect.objectContaining({ id: odd.id, url, sha1: odd.sha1 })]);
  });

  it('any number of captures of one moment, by their ids', async () => {
    const [made] = randomCaptures(1);
    const tied = Array.from({ length: 150 }, (_, number) => ({
      ...made!,
      id: `f0000000-0000-7000-8000-${String(999 - number).padStart(12, '0')}`,
    }));
    await insertCaptures(database, tied, { namespace: 'tied' });
    const ids = tied.map(({ id }) => id).toSorted();
    for (const direction of ['forward', 'backward'] as const) {
      const page = { direction, after: undefined, limit: 3 };
      const found = await index().ofKey({ ...scope, namespace: 'tied' }, made!.urlkey, page);
      const expected = direction === 'forward' ? ids : ids.toReversed();
      expect(found.map(({ id }) => id)).toEqual(expected.slice(0, 3));
      const ofSpan = await index().ofSpan({ ...scope, namespace: 'tied' }, { ...span!, ...edges }, page);
      expect(ofSpan.map(({ id }) => id)).toEqual(expected.slice(0, 3));
      const part = getKeyPart(made!.urlkey, span!);
      const after = { part, at: { collectionMs: made!.collectionMs, id: expected[2]! } };
      const rest = await index().ofSpan({ ...scope, namespace: 'tied' }, span!, { ...page, after });
      expect(rest.map(({ id }) => id)).toEqual(expected.slice(3, 6));
    }
  });
});

it('look-ups of several keys that come together are asked in one round trip, each answered for itself', async () => {
  const watched = watchDatabase(database);
  const index = openCaptureIndex(watched);
  const page = { direction: 'forward', after: undefined, limit: 5 } as const;
  const keys = [key, rareKey, 'com,example)/nothing'];
  const together = await Promise.all(keys.map((one) => index.ofKey(scope, one, page)));
  expect(watched.asked).toHaveLength(1);
  const idsOf = (captures: readonly Capture[] | undefined) => captures?.map(({ id }) => id);
  for (const [at, one] of keys.entries())
    expect(idsOf(together[at])).toEqual(idsOf(await index.ofKey(scope, one, page)));
  expect(together.map((found) => new Set(found.map(({ urlkey }) => urlkey)))).toEqual([
    new Set([key]),
    new Set([rareKey]),
    new Set(),
  ]);
  expect(await index.ofKey({ ...scope, namespace: 'unknown' }, key, page)).toEqual([]);
});

async function plan({ sql, parameters }: AskedQuery): Promise<{ type: string; index: string | undefined }[]> {
  const { rows } = await database.pool.query(`explain (format json) ${sql}`, [...parameters]);
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter(({ relation }) => relation !== 'namespace');
}

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

function nodesOf(
  node: PlanNode,
): { type: string; index: string | undefined; relation: string | undefined }[] {
  const own = { type: node['Node Type'], index: node['Index Name'], relation: node['Relation Name'] };
  return [own, ...(node.Plans ?? []).flatMap(nodesOf)];
}
