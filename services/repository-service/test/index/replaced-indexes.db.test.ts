// Indexes that take the place of others in a table that is in use: what is looked for is found before, while and after.
import type { Database } from '@holdfast/pg-kit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { spansOf } from '../../src/domain/keys/key-spans.ts';
import type { Direction } from '../../src/domain/replay/capture.ts';
import { hasSha1 } from '../../src/index/digest-parts.db.ts';
import { keyHeadFunction } from '../../src/index/migrations/0020-key-head.ts';
import { recordSegment } from '../../src/index/record-segment.db.ts';
import { buildNewIndexes, dropOldIndexes } from '../../src/index/replaced-indexes.db.ts';
import { captureIndex } from '../../src/index/replay/captures.db.ts';
import type { IndexSchema } from '../../src/index/schema.ts';
import { targetOf } from '../../src/ingest/segment.ts';
import { bringIndexesUpToDate } from '../../src/jobs/index-upkeep.ts';
import { entry, indexDatabase } from '../index-database.ts';
import { onIndex } from './on-index.ts';

let database: Database<IndexSchema>;
const never = new AbortController().signal;
const quiet = { info() {}, warn: console.warn };
const STEP_MS = 40_000;

// 3,000 captures, every 40 s one, in three parts of the index of digests.
beforeAll(async () => {
  database = await indexDatabase();
  const urls = Array.from({ length: 3_000 }, (_, i) => `http://a/${i}`);
  const entries = urls.map((url, i) => entry(url, `${i}`, { collectionMs: (i - 1_000) * STEP_MS }));
  await record(entries);
  await onIndex(database)`update artifact set digest_part = content_length - 1`;
  await onIndex(database)`analyze artifact`;
});

async function record(entries: ReturnType<typeof entry>[]) {
  const target = await targetOf(database.kysely, { namespace: 'default', auid: 'a' });
  const segment = { key: `test/${uuidv7()}`, sizeBytes: 1 };
  return recordSegment(database.kysely, { ...target, storeMs: 1, segment, entries });
}

async function indexes() {
  const { rows } = await onIndex(database)<{ name: string }>`
    select indexrelid::regclass::text || case when indisvalid then '' else ' (invalid)' end as name
    from pg_index where indexrelid::regclass::text ~ '^artifact_by_(digest|time|coarse)' order by name`;
  return rows.map(({ name }) => name);
}

async function planOf(query: string, values: readonly unknown[] = []) {
  const client = await database.pool.connect();
  // A table of 3,000 rows is sorted as a whole otherwise.
  await client.query('set enable_seqscan = off; set enable_sort = off; set enable_bitmapscan = off');
  const { rows } = await client.query(`explain ${query}`, [...values]);
  client.release(true);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

async function indexInPlan() {
  const inOrder = 'select from artifact where namespace_id = 1 order by key_head(urlkey), collection_ms';
  return /using (\w+)/.exec(await planOf(inOrder))?.[1];
}

async function findsAll() {
  // A digest of each part: `7` is in part 0, `2999` in part 3.
  for (const text of ['7', '77', '777', '2999']) {
    const { storedSha1 } = entry('', text).record;
    const digest = { algorithm: 'sha1', hex: storedSha1 } as const;
    const refersTo = { url: undefined, dateMs: undefined, digest };
    const revisit = entry(`http://r/${uuidv7()}`, '', { kind: 'revisit', refersTo });
    const { outcomes } = await record([revisit]);
    expect(outcomes[0]).toMatchObject({ outcome: 'stored' });
  }
  // On a connection that knows nothing yet of what is built.
  const fresh = database.share(1);
  const scope = { namespace: 'default', fromMs: undefined, toMs: undefined };
  const range = { from: 'http://a/', below: 'http://a0' };
  for (const direction of ['forward', 'backward'] as const) {
    const sign = direction === 'forward' ? 1 : -1;
    const from = { collectionMs: sign * STEP_MS, id: '00000000-0000-0000-0000-000000000000' };
    const found = await captureIndex(fresh).byTime(scope, range, { direction, after: from, limit: 3 });
    const expected = direction === 'forward' ? [1, 2, 3] : [-2, -3, -4];
    expect(found.map(({ collectionMs }) => collectionMs / STEP_MS)).toEqual(expected);
    const bounded = { ...scope, fromMs: 10 * STEP_MS, toMs: 12 * STEP_MS + 1 };
    const within = await captureIndex(fresh).byTime(bounded, range, {
      direction,
      after: undefined,
      limit: 10,
    });
    expect(within.map(({ collectionMs }) => (collectionMs / STEP_MS) * sign).sort((a, b) => a - b)).toEqual(
      direction === 'forward' ? [10, 11, 12] : [-12, -11, -10],
    );
  }
}

const NEW = ['artifact_by_coarse_time', 'artifact_by_digest_in_parts'];
const OLD = ['artifact_by_digest', 'artifact_by_time'];

describe('indexes of a large table', () => {
  it('are built beside the old ones, which go later; all is found at any time', async () => {
    expect(await indexes()).toEqual(NEW);
    await findsAll();
    // The migration leaves a large table so.
    await onIndex(database)`drop index artifact_by_coarse_time, artifact_by_digest_in_parts`;
    await onIndex(database)`create index artifact_by_digest on artifact using hash (sha1)`;
    await onIndex(database)`create index artifact_by_time on artifact (namespace_id, collection_ms)`;
    await findsAll();
    expect(await dropOldIndexes(database.pool, never)).toEqual([]);
    expect(await buildNewIndexes(database.pool, never)).toEqual(NEW.toReversed());
    expect(await indexes()).toEqual([...NEW, ...OLD].sort());
    await findsAll();
    // A build that was killed leaves one so.
    await onIndex(
      database,
    )`update pg_index set indisvalid = false where indexrelid = 'artifact_by_coarse_time'::regclass`;
    expect(await dropOldIndexes(database.pool, never)).toEqual(['artifact_by_digest']);
    await findsAll();
    await bringIndexesUpToDate({ database, log: quiet as never }, never, 0);
    expect(await indexes()).toEqual(NEW);
    await findsAll();
  });

  it('are asked by the function that names what they are of, as soon as they are whole', async () => {
    const range = { direction: 'forward', after: undefined, limit: 3 } as const;
    const [span] = spansOf({ from: 'http://a/', below: 'http://a0' });
    const scope = { namespace: 'default', fromMs: undefined, toMs: undefined };
    // It asks on one connection, which keeps its plans.
    const open = database.share(1);
    const found = async () => (await captureIndex(open).ofSpan(scope, span!, range)).map(({ url }) => url);
    const first = await found();
    expect(first).toHaveLength(3);
    // The migration leaves a large table so.
    await onIndex(database)`drop index artifact_in_replay_order`;
    await onIndex(
      database,
    )`create index artifact_for_replay on artifact (namespace_id, left(urlkey, 500), collection_ms)`;
    await database.pool.query(keyHeadFunction('left(urlkey, 500)'));
    expect(await indexInPlan()).toBe('artifact_for_replay');
    expect(await found()).toEqual(first);
    expect(await buildNewIndexes(database.pool, never)).toEqual(['artifact_in_replay_order']);
    expect(await indexInPlan()).toBe('artifact_in_replay_order');
    // A process that was killed between the two leaves it so.
    await database.pool.query(keyHeadFunction('left(urlkey, 500)'));
    expect(await buildNewIndexes(database.pool, never)).toEqual([]);
    expect(await indexInPlan()).toBe('artifact_in_replay_order');
    expect(await dropOldIndexes(database.pool, never)).toEqual(['artifact_for_replay']);
    expect(await found()).toEqual(first);
  });

  it('are given up when the service ends', async () => {
    const ended = AbortSignal.abort();
    await expect(buildNewIndexes(database.pool, ended)).rejects.toThrow('aborted');
    await bringIndexesUpToDate({ database, log: quiet as never }, ended);
  });
});

describe('in the plan of', () => {
  const pool = () => new PostgresDialect({ pool: database.pool });
  const byTime = (db: Kysely<IndexSchema>, direction: Direction) => {
    const after = { collectionMs: STEP_MS, id: uuidv7() };
    const scope = { namespace: 'default', fromMs: undefined, toMs: undefined };
    return captureIndex({ kysely: db, pool: database.pool }).byTime(
      scope,
      { from: 'http://a/', below: undefined },
      { direction, after, limit: 1 },
    );
  };
  const byDigest = async (db: Kysely<IndexSchema>) =>
    void (await sql`select id from artifact where ${hasSha1(sql`artifact`, sql`'\\x00'::bytea`)}`.execute(
      db,
    ));

  it.each([
    ['a digest', byDigest, 'digest_in_parts', /digest_part = ANY .* AND \(substring/i],
    ['a moment and on', (db) => byTime(db, 'forward'), 'coarse_time', />> 16\) >= /],
    ['a moment and back', (db) => byTime(db, 'backward'), 'coarse_time', />> 16\) <= /],
  ] satisfies [string, (db: Kysely<IndexSchema>) => Promise<unknown>, string, RegExp][])(
    '%s is the range of an index',
    async (_name, ask, index, condition) => {
      const asked: CompiledQuery[] = [];
      await ask(new Kysely<IndexSchema>({ dialect: pool(), log: ({ query }) => void asked.push(query) }));
      const nearest = asked.find((one) => /sha1|>> 16/.test(one.sql))!;
      const plan = await planOf(nearest.sql, nearest.parameters);
      expect(plan).toContain(`artifact_by_${index}`);
      expect(plan).toMatch(condition);
    },
  );
});
