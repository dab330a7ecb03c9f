import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { prepareRawStatement } from '../../src/raw/prepared.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await createScratchDatabase();
});
afterAll(() => scratch.end());

describe('who waits for a connection', () => {
  it('is told of, and nobody else is', async () => {
    const waits: number[] = [];
    const { kysely, pool } = scratch.open({ poolSize: 1, hooks: { onWait: (ms) => void waits.push(ms) } });
    await sql`select 1`.execute(kysely);
    expect(waits).toEqual([]);
    const held = await pool.connect();
    const waiting = [sql`select 1`.execute(kysely), pool.query('select 2')];
    held.release();
    await Promise.all(waiting);
    expect(waits).toHaveLength(2);
  });

  it('is told of when it waited in vain', async () => {
    const waits: number[] = [];
    const hooks = { onWait: (ms: number) => void waits.push(ms) };
    const { kysely, pool } = scratch.open({ poolSize: 1, connectTimeoutMs: 2_000, hooks });
    const held = await pool.connect();
    const inVain = [sql`select 1`.execute(kysely), pool.query('select 1')];
    for (const { status } of await Promise.allSettled(inVain)) expect(status).toBe('rejected');
    expect(waits).toHaveLength(2);
    held.release();
  });
});

describe('statements', () => {
  it('are told of by their first word, however they are asked, with how they ended', async () => {
    const queries: string[] = [];
    const hooks = { onQuery: (verb: string, outcome: string) => void queries.push(`${verb} ${outcome}`) };
    const { kysely, pool } = scratch.open({ poolSize: 1, hooks });
    await sql`  create table things (n int)`.execute(kysely);
    await pool.query('insert into things values ($1)', [1]);
    await prepareRawStatement('things', 'select n from things')(pool, []);
    await kysely.transaction().execute((transaction) => sql`select 1`.execute(transaction));
    await expect(sql`select wrong`.execute(kysely)).rejects.toThrow();
    expect(queries).toEqual([
      'CREATE ok',
      'INSERT ok',
      'SELECT ok',
      'BEGIN ok',
      'SELECT ok',
      'COMMIT ok',
      'SELECT error',
    ]);
  });

  it('that stream are told of when their last row is there', async () => {
    const queries: string[] = [];
    const hooks = { onQuery: (verb: string) => void queries.push(verb) };
    const { kysely } = scratch.open({ poolSize: 1, hooks });
    const rows: unknown[] = [];
    for await (const { n } of kysely.selectNoFrom(sql<number>`generate_series(1, 5)`.as('n')).stream(2)) {
      rows.push(n);
      if (rows.length < 5) expect(queries).toEqual([]);
    }
    expect(rows).toHaveLength(5);
    expect(queries).toEqual(['SELECT']);
  });

  it('are told of where they were asked, also by those who had to wait', async () => {
    const asking = new AsyncLocalStorage<string>();
    const askers: (string | undefined)[] = [];
    const hooks = { onQuery: () => void askers.push(asking.getStore()), onWait: () => undefined };
    const { kysely, pool } = scratch.open({ poolSize: 1, hooks });
    await Promise.all([
      asking.run('one', () => pool.query('select 1')),
      asking.run('two', () => pool.query('select 1')),
      asking.run('three', () => sql`select 1`.execute(kysely)),
    ]);
    expect(askers.sort()).toEqual(['one', 'three', 'two']);
  });
});
