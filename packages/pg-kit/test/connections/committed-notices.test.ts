import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await createScratchDatabase();
});
afterAll(() => scratch.end());

const raise = (text: string) =>
  sql.raw(`do $$ begin raise notice using errcode = 'HF001', message = '${text}'; end $$`);

it('reports notices of committed transactions only', async () => {
  const reported: (readonly string[])[] = [];
  const { kysely } = scratch.open({
    committedNotices: { sqlState: 'HF001', onCommitted: (messages) => reported.push(messages) },
  });
  await raise('alone').execute(kysely);
  await kysely.transaction().execute(async (tx) => {
    await raise('one').execute(tx);
    await raise('two').execute(tx);
    expect(reported).toEqual([['alone']]);
  });
  const failing = kysely.transaction().execute(async (tx) => {
    await raise('rolled back').execute(tx);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await expect(
    sql
      .raw(`do $$ begin raise notice using errcode = 'HF001', message = 'failed'; raise 'no'; end $$`)
      .execute(kysely),
  ).rejects.toThrow('no');
  await sql.raw(`do $$ begin raise notice 'another code'; end $$`).execute(kysely);
  await raise('last').execute(kysely);
  expect(reported).toEqual([['alone'], ['one', 'two'], ['last']]);
});
