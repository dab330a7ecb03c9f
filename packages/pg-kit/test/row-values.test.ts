// Values of raw rows: what PostgreSQL sends for each type, at its ends, and for null.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { preparedRaw } from '../src/prepared.ts';
import { RowValues } from '../src/row-values.ts';
import { UnsafeIntegerError } from '../src/value-types.ts';
import { type Scratch, scratchDatabase } from './scratch-database.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await scratchDatabase();
});
afterAll(() => scratch.end());

/** The values of each row. */
async function rowsOf(text: string, read: (row: RowValues) => unknown[]): Promise<unknown[][]> {
  const { bytes, starts } = await preparedRaw('values_of_row', text)(scratch.open({ poolSize: 1 }).pool, []);
  return starts.map((start) => read(new RowValues(bytes, start)));
}

it('are read in the order of their columns, whatever their lengths', async () => {
  const rows = await rowsOf(
    `values (false, 'é😀', '\\x00ff'::bytea, '01234567-89ab-cdef-0123-456789abcdef'::uuid, 1),
      (true, '', '\\x'::bytea, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid, 2),
      (null, null, null, null, null)`,
    (row) => [row.boolean(), row.text(), row.bytes(), row.uuid(), row.integer()],
  );
  expect(rows).toEqual([
    [false, 'é😀', Buffer.from([0, 255]), '01234567-89ab-cdef-0123-456789abcdef', 1],
    [true, '', Buffer.alloc(0), 'ffffffff-ffff-ffff-ffff-ffffffffffff', 2],
    [undefined, undefined, undefined, undefined, undefined],
  ]);
});

it('are integers of each length, up to those that a number holds exactly', async () => {
  const rows = await rowsOf(
    `values ('-32768'::smallint, '-2147483648'::integer, '${Number.MIN_SAFE_INTEGER}'::bigint), (32767, 2147483647, ${Number.MAX_SAFE_INTEGER}),
      (-1, -1, -1), (256, 65536, 4294967296), (null, null, null)`,
    (row) => [row.integer(), row.integer(), row.integer()],
  );
  expect(rows).toEqual([
    [-32_768, -2_147_483_648, Number.MIN_SAFE_INTEGER],
    [32_767, 2_147_483_647, Number.MAX_SAFE_INTEGER],
    [-1, -1, -1],
    [256, 65_536, 2 ** 32],
    [undefined, undefined, undefined],
  ]);
  const beyond = rowsOf('values (9007199254740993::bigint)', (row) => [row.integer()]);
  await expect(beyond).rejects.toThrow(UnsafeIntegerError);
  await expect(beyond).rejects.toThrow('9007199254740993');
});

it('do not keep the rows beside them', async () => {
  const [[small]] = (await rowsOf(`values ('\\x01'::bytea, repeat('x', 100000))`, (row) => [
    row.bytes(),
  ])) as [[Buffer]];
  expect(small).toEqual(Buffer.from([1]));
  expect(small.buffer.byteLength).toBeLessThan(100_000);
});
