// How PostgreSQL answers the queries of the replay index: ranges of an index in its own order, never the whole table
// and never a sort of more than what shares a time.
import type { Database } from '@holdfast/pg-kit';
import { urlkey } from '@holdfast/surt';
import { beforeAll, expect, it } from '@jest/globals';
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { type KeyRange, partOf, spansOf } from '../../../src/domain/keys/key-spans.ts';
import type { CaptureIndex } from '../../../src/domain/replay/capture-index.ts';
import { keyMatch } from '../../../src/features/replay/key-match.ts';
import { captureIndex } from '../../../src/index/replay/captures.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { baseMs, busyUrl, insertCaptures, randomCaptures } from '../../features/replay/random-captures.ts';
import { indexDatabase } from '../../index-database.ts';

let database: Database<IndexSchema>;

beforeAll(async () => {
  database = await indexDatabase();
  await insertCaptures(database, randomCaptures(20_000));
});

const scope = { namespace: 'test', fromMs: undefined, toMs: undefined };
const key = urlkey(busyUrl);
const at = { collectionMs: baseMs + 30_500, id: '00000000-0000-7000-8000-000000000000' };
const domain = keyMatch('example.com', 'domain') as KeyRange;
const [span] = spansOf(domain);
const part = partOf(key, span!);

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
  [
    'a range by time',
    (index) => index.byTime(scope, domain, { direction: 'backward', after: at, limit: 100 }),
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
  const asked: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool: database.pool });
  const kysely = new Kysely<IndexSchema>({ dialect, log: (event) => void asked.push(event.query) });
  await query(captureIndex(kysely));
  expect(asked.length).toBeGreaterThan(0);
  for (const one of asked) {
    const nodes = await plan(one);
    expect(nodes.filter((node) => ['Sort', 'Seq Scan', 'Bitmap Heap Scan'].includes(node.type))).toEqual([]);
    const indexes = nodes.flatMap(({ index }) => index ?? []);
    expect(['artifact_for_replay', 'artifact_by_time']).toEqual(expect.arrayContaining(indexes));
    expect(indexes).not.toHaveLength(0);
  }
});

// At the far end of what they go on in, whose beginning must not be read again.
const farPart = partOf(urlkey('http://sub.example.com/a'), span!);
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
  const asked: CompiledQuery[] = [];
  const dialect = new PostgresDialect({ pool: database.pool });
  await query(
    captureIndex(new Kysely<IndexSchema>({ dialect, log: (event) => void asked.push(event.query) })),
  );
  const { sql, parameters } = asked[0]!;
  const { rows } = await database.pool.query(`explain (analyze, buffers, format json) ${sql}`, [
    ...parameters,
  ]);
  const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = rows[0]['QUERY PLAN'][0].Plan;
  expect(hit + read).toBeLessThan(80);
});

async function plan({
  sql,
  parameters,
}: CompiledQuery): Promise<{ type: string; index: string | undefined }[]> {
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
