import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { DatabaseUnavailableError } from '../../src/connections/errors.ts';
import { UnsafeIntegerError } from '../../src/connections/value-types.ts';
import type { Database } from '../../src/database/database.ts';
import { streamBatches } from '../../src/database/stream-rows.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';
import { streamRows } from '../stream-rows.ts';

interface Tables {
  number: { n: number };
}
let scratch: Scratch;
let database: Database<Tables>;
beforeAll(async () => {
  scratch = await createScratchDatabase();
  await scratch.run('create table number as select n::bigint from generate_series(1, 1000) as n');
  database = scratch.open({
    poolSize: 2,
    // Makes PostgreSQL soon cancel the query of a closed connection.
    admitConnection: async (client) => {
      await client.query('set client_connection_check_interval = 20');
    },
  }) as unknown as Database<Tables>;
});
afterAll(() => scratch.end());

const all = { text: 'select n from number order by n' };
const slow = { text: 'select n, pg_sleep(case when n > 20 then 30 else 0 end) from number' };

describe('streamBatches', () => {
  it.each([1, 7, 500, 1000, 1001])('gives all rows in order, %i at a time', async (batchSize) => {
    const seen: number[] = [];
    for await (const row of streamRows<{ n: number }>(database.pool, all, { batchSize })) seen.push(row.n);
    expect(seen).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
    expectNothingLent();
  });

  it('takes values, Kysely queries and compiled ones', async () => {
    const text = { text: 'select n from number where n < $1 order by n', values: [3] };
    const query = database.kysely.selectFrom('number').select('n').where('n', '<', 3).orderBy('n');
    for (const source of [text, query, query.compile()]) {
      expect(await collected(streamRows<{ n: number }>(database.pool, source))).toEqual([{ n: 1 }, { n: 2 }]);
    }
    expectNothingLent();
  });

  it('gives nothing for nothing', async () => {
    expect(await collected(streamRows(database.pool, { text: 'select n from number where false' }))).toEqual(
      [],
    );
    expect(
      await collected(streamBatches(database.pool, { text: 'select n from number limit 500' })),
    ).toHaveLength(1);
    expectNothingLent();
  });

  it('lends no connection before the first row is asked for', async () => {
    const rows = streamRows(database.pool, all);
    expectNothingLent();
    await rows.next();
    expect(database.pool.totalCount - database.pool.idleCount).toBe(1);
    await rows.return();
    expectNothingLent();
  });

  it('gives the connection back, fit for use, after a break and after an error of the reader', async () => {
    for (let round = 0; round < 20; round++) {
      for await (const _row of streamRows(database.pool, all, { batchSize: 10 })) break;
      const failing = async () => {
        for await (const _row of streamRows(database.pool, all, { batchSize: 10 })) throw new Error('reader');
      };
      await expect(failing()).rejects.toThrow('reader');
    }
    expectNothingLent();
    expect((await database.pool.query('select count(*) as n from number')).rows).toEqual([{ n: 1000 }]);
  });

  it.each([
    ['bad SQL', 'select nothing from number', 'column "nothing" does not exist'],
    ['an error on the way', 'select 1 / (n - 500) from number', 'division by zero'],
    ['a bigint that no number holds', 'select 9007199254740993 - n as n from number', UnsafeIntegerError],
  ])('passes on %s, and leaks nothing', async (_name, text, expected) => {
    await expect(collected(streamRows(database.pool, { text }, { batchSize: 100 }))).rejects.toThrow(
      expected,
    );
    await everythingBack();
  });

  it('throws the reason when aborted before, between rows, during a fetch, and while nobody asks', async () => {
    const before = AbortSignal.abort(new Error('before'));
    await expect(collected(streamRows(database.pool, all, { signal: before }))).rejects.toThrow('before');

    const between = new AbortController();
    const rows = streamRows(database.pool, all, { signal: between.signal, batchSize: 10 });
    await rows.next();
    between.abort(new Error('between'));
    await everythingBack();
    await expect(collected(rows)).rejects.toThrow('between');

    const during = new AbortController();
    const fetch = collected(streamRows(database.pool, slow, { signal: during.signal, batchSize: 10 }));
    setTimeout(() => during.abort(new Error('during')), 50);
    await expect(fetch).rejects.toThrow('during');
    await everythingBack();
  });

  it('rejects with DatabaseUnavailableError when the connection is lost, at rest or at work', async () => {
    const rows = streamRows(database.pool, all, { batchSize: 10 });
    await rows.next();
    await endSessions();
    await expect(collected(rows)).rejects.toThrow(DatabaseUnavailableError);
    await everythingBack();

    const lost = streamRows(database.pool, all, { batchSize: 10 });
    await lost.next();
    await endSessions();
    await lost.return(); // returning must not hang on a lost connection
    await everythingBack();
  });

  it('leaves the client of a transaction with its owner, usable after a break', async () => {
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query('insert into number values (0)');
      for await (const row of streamRows<{ n: number }>(client, all, { batchSize: 10 })) {
        expect(row.n).toBe(0);
        break;
      }
      expect((await client.query('select count(*) as n from number')).rows).toEqual([{ n: 1001 }]);
      await client.query('rollback');
    } finally {
      client.release();
    }
    expectNothingLent();
  });

  it('frees a slow query on the server when its reader has gone', async () => {
    const gone = new AbortController();
    const fetch = collected(streamRows(database.pool, slow, { signal: gone.signal, batchSize: 10 }));
    setTimeout(() => gone.abort(new Error('gone')), 50);
    await expect(fetch).rejects.toThrow('gone');
    while ((await atWork()) > 0) await scratch.run('select pg_sleep(0.02)');
    expect(await atWork()).toBe(0);
    await everythingBack();
  });

  it('is bounded by the pool, not beyond it', async () => {
    const both = await Promise.all(
      [1, 2].map(() => collected(streamRows(database.pool, sql`select 1 as n`.compile(database.kysely)))),
    );
    expect(both).toEqual([[{ n: 1 }], [{ n: 1 }]]);
    expectNothingLent();
  });
});

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

function expectNothingLent(): void {
  expect(database.pool.totalCount - database.pool.idleCount).toBe(0);
}

/**
 * Waits until all connections are returned or closed. A connection in an unknown state is closed, which takes a moment.
 */
async function everythingBack(): Promise<void> {
  while (database.pool.totalCount !== database.pool.idleCount) await scratch.run('select pg_sleep(0.01)');
  await database.pool.query('select 1');
}

async function endSessions(): Promise<void> {
  await scratch.run(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where application_name = 'test' and datname = current_database()`);
}

async function atWork(): Promise<number> {
  const [row] = await scratch.run(`select count(*)::int as n from pg_stat_activity
    where query like '%pg_sleep(case%' and state = 'active' and datname = current_database() and pid <> pg_backend_pid()`);
  return row!.n as number;
}
