import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Kysely, sql } from 'kysely';
import { DatabaseUnavailableError, UniqueViolationError } from '../../src/connections/errors.ts';
import { runInTransaction } from '../../src/database/database.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

let scratch: Scratch;
let db: Kysely<Record<string, never>>;
beforeAll(async () => {
  scratch = await createScratchDatabase();
  await scratch.run('create table counter (id int primary key, n int)');
  db = scratch.open().kysely;
});
beforeEach(() => scratch.run('truncate counter; insert into counter values (1, 0), (2, 0)'));
afterAll(() => scratch.end());

describe('runInTransaction', () => {
  it('commits what the work did, and returns its result', async () => {
    const result = await runInTransaction(db, async (transaction) => {
      await sql`update counter set n = 5 where id = 1`.execute(transaction);
      return 'done';
    });
    expect(result).toBe('done');
    expect(await counters()).toEqual([5, 0]);
  });

  it('rolls back and passes on what the work throws, without repeating it', async () => {
    let tries = 0;
    const work = runInTransaction(db, async (transaction) => {
      tries++;
      await sql`update counter set n = 5`.execute(transaction);
      await sql`insert into counter values (1, 1)`.execute(transaction);
    });
    await expect(work).rejects.toThrow(UniqueViolationError);
    expect(tries).toBe(1);
    expect(await counters()).toEqual([0, 0]);
  });

  it('repeats after serialization failures until all have happened', async () => {
    const increment = () =>
      runInTransaction(
        db,
        async (transaction) => {
          const { rows } = await sql<{ n: number }>`select n from counter where id = 1`.execute(transaction);
          await sql`update counter set n = ${rows[0]!.n + 1} where id = 1`.execute(transaction);
        },
        { isolation: 'serializable', attempts: 50 },
      );
    await Promise.all([1, 2, 3, 4].map(increment));
    expect(await counters()).toEqual([4, 0]);
  });

  it('repeats after a deadlock', async () => {
    let tries = 0;
    let holding = 0;
    const { promise: bothBegun, resolve } = Promise.withResolvers<void>();
    const addTo = (first: number, second: number) =>
      runInTransaction(db, async (transaction) => {
        tries++;
        await sql`update counter set n = n + 1 where id = ${first}`.execute(transaction);
        holding++;
        if (holding === 2) resolve();
        await bothBegun;
        await sql`update counter set n = n + 1 where id = ${second}`.execute(transaction);
      });
    await Promise.all([addTo(1, 2), addTo(2, 1)]);
    expect(tries).toBeGreaterThan(2);
    expect(await counters()).toEqual([2, 2]);
  });

  it('gives up after so many attempts', async () => {
    let tries = 0;
    const work = runInTransaction(
      db,
      async (transaction) => {
        tries++;
        await sql`do $$ begin raise exception 'no' using errcode = '40001'; end $$`.execute(transaction);
      },
      { attempts: 3, random: () => 0 },
    );
    await expect(work).rejects.toMatchObject({
      name: DatabaseUnavailableError.name,
      message: 'a transaction gave way to others 3 times',
    });
    expect(tries).toBe(3);
  });
});

async function counters(): Promise<unknown[]> {
  return (await scratch.run('select n from counter order by id')).map(({ n }) => n);
}
