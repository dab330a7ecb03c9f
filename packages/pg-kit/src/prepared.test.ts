import { testDatabase } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openDatabase } from './database.ts';
import { prepared } from './prepared.ts';

it('is planned once by a connection, and asked with other values after that', async () => {
  const { url } = await testDatabase();
  const database = openDatabase<unknown>({ url, poolSize: 1, applicationName: 'test', onError: () => {} });
  try {
    const doubled = (n: number) =>
      sql<{ twice: number }>`${sql.raw(prepared('doubled'))} select ${n}::integer * 2 as twice`.execute(
        database.kysely,
      );
    const answers = [];
    for (const n of [1, 2, 21]) answers.push((await doubled(n)).rows[0]?.twice);
    expect(answers).toEqual([2, 4, 42]);
    const { rows } =
      await sql`select name, generic_plans + custom_plans as plans from pg_prepared_statements`.execute(
        database.kysely,
      );
    expect(rows).toEqual([{ name: 'doubled', plans: 3 }]);
  } finally {
    await database.close();
  }
});

it.each(['', 'Upper', 'two words', "it's", 'a*/b', 'x'.repeat(61)])('is not called %j', (name) => {
  expect(() => prepared(name)).toThrow('is no name for a statement');
});
