// Rows in binary format equal the driver's rows, for any split of the response into reads. Other messages still reach
// the driver.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DatabaseUnavailableError } from '../../src/connections/errors.ts';
import { prepareRawStatement } from '../../src/raw/prepared.ts';
import type { RawRows } from '../../src/raw/row-tap.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await createScratchDatabase();
});
afterAll(() => scratch.end());

/** Parses rows with two columns: an integer and a nullable text. */
function readRows({ bytes, starts }: RawRows): (readonly [number, string | null])[] {
  return starts.map((start) => {
    const length = bytes.readInt32BE(start + 8);
    const text = length < 0 ? null : bytes.toString('utf8', start + 12, start + 12 + length);
    return [bytes.readInt32BE(start + 4), text];
  });
}

const numbered = prepareRawStatement(
  'numbered',
  `select n::integer, case when n % 3 > 0 then repeat('é', n * $2::integer) end as text
  from generate_series(1, $1::integer) as n`,
);

it.each([
  [0, 1],
  [1, 1],
  [7, 2_000],
  [2_000, 1],
  [3, 200_000],
])('are %d of them, of %d characters more each', async (count, characters) => {
  const { pool } = scratch.open({ poolSize: 1 });
  const expected = Array.from({ length: count }, (_, i) => [
    i + 1,
    (i + 1) % 3 > 0 ? 'é'.repeat((i + 1) * characters) : null,
  ]);
  for (let again = 0; again < 2; again++)
    expect(readRows(await numbered(pool, [count, characters]))).toEqual(expected);
});

it('leave the connection to what the driver asks between them', async () => {
  const { pool } = scratch.open({ poolSize: 1 });
  const usual = { name: 'usual', text: 'select $1::integer as n' };
  for (const n of [1, 2]) {
    expect(readRows(await numbered(pool, [n, 1]))).toHaveLength(n);
    expect((await pool.query({ ...usual, values: [n] })).rows).toEqual([{ n }]);
  }
  const rows = await Promise.all([3, 4, 5].map((n) => numbered(pool, [n, 1])));
  expect(rows.map(({ starts }) => starts.length)).toEqual([3, 4, 5]);
});

it('leave to the driver what else PostgreSQL says among them', async () => {
  const { pool } = scratch.open({ poolSize: 1 });
  const client = await pool.connect();
  const notices: unknown[] = [];
  client.on('notice', ({ message }) => notices.push(message));
  await client.query(`create function pg_temp.loud(n integer) returns integer language plpgsql
    as 'begin raise notice ''row %'', n; return n; end'`);
  client.release();
  const loud = prepareRawStatement(
    'loud_rows',
    "select pg_temp.loud(n), 'x'::text from generate_series(1, $1::integer) n",
  );
  expect(readRows(await loud(pool, [3])).map(([n]) => n)).toEqual([1, 2, 3]);
  expect(notices).toEqual(['row 1', 'row 2', 'row 3']);
  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
});

it('fail behind the first of them as any statement does', async () => {
  const { pool } = scratch.open({ poolSize: 1 });
  const divided = prepareRawStatement(
    'divided_rows',
    'select (100 / ($1::integer - n))::integer from generate_series(1, 20000) as n',
  );
  await expect(divided(pool, [15_000])).rejects.toThrow('division by zero');
  expect((await divided(pool, [30_000])).starts).toHaveLength(20_000);
});

it('fail when the connection breaks', async () => {
  const { pool } = scratch.open({ poolSize: 1 });
  const ended = prepareRawStatement(
    'ended_rows',
    'select pg_terminate_backend(pg_backend_pid()) where $1::boolean',
  );
  await expect(ended(pool, [true])).rejects.toThrow(DatabaseUnavailableError);
  expect((await ended(pool, [false])).starts).toEqual([]);
});
