import { openDatabase } from '@holdfast/pg-kit';
import { describe, expect, it } from '@jest/globals';
import { createTestDatabase, endSessions } from '../src/postgres/test-database.ts';

describe('createTestDatabase', () => {
  it('is empty, its own, and gone when dropped', async () => {
    const one = await createTestDatabase();
    expect(await run(one.url, 'create table t (); select current_database() as name')).toBeDefined();
    const other = await createTestDatabase();
    await expect(run(other.url, 'select from t')).rejects.toThrow('relation "t" does not exist');
    const countOfOne = `select count(*)::int as count from pg_database where datname = '${one.name}'`;
    expect((await run(other.url, countOfOne)).rows).toEqual([{ count: 1 }]);
    await one.drop();
    // Does not connect to the dropped database, because PgBouncer lets such a connection wait for minutes.
    expect((await run(other.url, countOfOne)).rows).toEqual([{ count: 0 }]);
  });

  it('copies a template that was prepared once, whoever asks first', async () => {
    let prepared = 0;
    const template = {
      name: 'testkit itself',
      prepare: async (url: string) => {
        prepared++;
        await run(url, 'create table kept (n int); insert into kept values (7)');
      },
    };
    const copies = await Promise.all([1, 2, 3].map(() => createTestDatabase({ template })));
    expect(prepared).toBe(1);
    for (const { url } of copies) expect((await run(url, 'select n from kept')).rows).toEqual([{ n: 7 }]);
    await run(copies[0]!.url, 'delete from kept');
    expect((await run(copies[1]!.url, 'select n from kept')).rows).toEqual([{ n: 7 }]);
  });

  it('is dropped though sessions are open, and endSessions ends them', async () => {
    const database = await createTestDatabase();
    const { promise: broken, resolve: onError } = Promise.withResolvers<Error>();
    const open = openDatabase({ url: database.url, applicationName: 'test', onError });
    await open.pool.query('select 1');
    await endSessions(database.name);
    expect((await broken).message).toBe('terminating connection due to administrator command');
    await expect(open.pool.query('select 1')).resolves.toBeDefined();
    await database.drop();
    await open.close();
  });
});

async function run(url: string, sql: string) {
  const database = openDatabase<never>({ url, applicationName: 'test', onError: () => undefined });
  try {
    return await database.pool.query(sql);
  } finally {
    await database.close();
  }
}
