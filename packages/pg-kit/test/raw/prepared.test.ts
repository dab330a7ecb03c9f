import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DatabaseUnavailableError } from '../../src/connections/errors.ts';
import { openDatabase } from '../../src/database/database.ts';
import { prepareRawStatement } from '../../src/raw/prepared.ts';
import { RowLayout } from '../../src/raw/row-layout.ts';
import type { RawRows } from '../../src/raw/row-tap.ts';

import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

const numbers = new RowLayout({ n: 'bigint?' });

let scratch: Scratch;
beforeAll(async () => {
  scratch = await createScratchDatabase();
});
afterAll(() => scratch.end());

function numbersIn({ bytes, starts }: RawRows): (number | undefined)[] {
  return starts.map((start) => numbers.read(bytes, start).n);
}

it('is planned once by a connection, and asked with other values after that', async () => {
  const { pool } = scratch.open({ poolSize: 1 });
  const doubled = prepareRawStatement('doubled', 'select $1::bigint * 2');
  const answers = [];
  for (const n of [1, 2, 21]) answers.push(...numbersIn(await doubled(pool, [n])));
  expect(answers).toEqual([2, 4, 42]);
  const { rows } = await pool.query(
    'select name, generic_plans + custom_plans as plans from pg_prepared_statements',
  );
  expect(rows).toEqual([{ name: 'doubled', plans: 3 }]);
});

it('fails with the errors of this package, and leaves the pool fit for use', async () => {
  const { pool } = scratch.open({ poolSize: 1 });
  const divided = prepareRawStatement('divided', 'select 10 / $1::integer');
  await expect(divided(pool, [0])).rejects.toThrow('division by zero');
  expect(numbersIn(await divided(pool, [5]))).toEqual([2]);
  const url = 'postgres://nobody:none@127.0.0.1:1/none';
  const nowhere = openDatabase({ url, applicationName: 'test', onError: () => {} });
  await expect(divided(nowhere.pool, [5])).rejects.toThrow(DatabaseUnavailableError);
  await nowhere.close();
});

it.each(['', 'Upper', 'two words', "it's", 'x'.repeat(61)])('is not called %j', (name) => {
  expect(() => prepareRawStatement(name, 'select 1')).toThrow('is no name for a statement');
});
