// Rows of any number as bytes, in batches: each row once, in order, all of one moment.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { rawCursor } from '../../src/raw/raw-cursor.ts';
import type { RawRows } from '../../src/raw/row-tap.ts';
import { inSnapshot } from '../../src/schema/whole-tables.ts';
import { type Scratch, scratchDatabase } from '../scratch-database.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await scratchDatabase();
});
afterAll(() => scratch.end());

const numbered = rawCursor(
  'numbered',
  `select n::integer, repeat('x', $2::integer) from generate_series(1, $1::integer) n order by n`,
);

const numbersOf = ({ bytes, starts }: RawRows) => starts.map((start) => bytes.readInt32BE(start + 4));

it.each([
  [0, 1, []],
  [1, 1, [1]],
  [50, 1, [50]],
  [550, 1, [50, 500]],
  [551, 1, [50, 500, 1]],
  [1_200, 3, [50, 500, 500, 150]],
  [160, 40_000, [50, 50, 50, 10]],
])('are %d of %d characters', async (count, characters, sizes) => {
  const { pool } = scratch.open({ poolSize: 1 });
  const expected = Array.from({ length: count }, (_, i) => i + 1);
  // The connection keeps prepared statements, so the second run must work as well.
  for (let again = 0; again < 2; again++) {
    const batches = await inSnapshot(pool, async (client) => {
      const found: number[][] = [];
      for await (const batch of numbered(client, [count, characters])) found.push(numbersOf(batch));
      return found;
    });
    expect(batches.flat()).toEqual(expected);
    expect(batches.map(({ length }) => length)).toEqual(sizes);
  }
});

it('can be given up, after which others are read in the same transaction', async () => {
  const { pool } = scratch.open({ poolSize: 1 });
  await inSnapshot(pool, async (client) => {
    for await (const batch of numbered(client, [1_000, 1])) {
      expect(numbersOf(batch)).toHaveLength(50);
      break;
    }
    const found: number[] = [];
    for await (const batch of numbered(client, [60, 1])) found.push(...numbersOf(batch));
    expect(found).toHaveLength(60);
  });
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('end with the error of the row that cannot be made, and the connection with it', async () => {
  const { pool } = scratch.open({ poolSize: 1 });
  const divided = rawCursor('divided', 'select 1 / (n - $1::integer) from generate_series(1, 100) n');
  const read = inSnapshot(pool, async (client) => {
    for await (const batch of divided(client, [70])) expect(numbersOf(batch)).toHaveLength(50);
  });
  await expect(read).rejects.toThrow('division by zero');
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it.each(['', 'Upper', 'two words', 'x'.repeat(51)])('are not asked for by the name %p', (name) => {
  expect(() => rawCursor(name, 'select 1')).toThrow('is no name for a cursor');
});
