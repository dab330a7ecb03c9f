// Columns written in PostgreSQL's binary format: every value arrives unchanged, and values outside the range of their
// type are rejected.
import { beforeAll, expect, it } from '@jest/globals';
import { type Kysely, sql } from 'kysely';
import { type ArrayColumn, queryWithColumnArrays } from '../../src/index/arrays.ts';
import type { IndexSchema } from '../../src/index/schema.ts';
import { openIndexDatabase } from '../index-database.ts';

let db: Kysely<IndexSchema>;
beforeAll(async () => {
  db = (await openIndexDatabase()).kysely;
});

interface Row {
  readonly big?: number;
  readonly int?: number;
  readonly small?: number;
  readonly bool?: boolean;
  readonly text?: string;
  readonly id?: string;
  readonly hash?: string;
}

const columns: ArrayColumn<Row>[] = [
  { type: 'bigint', value: ({ big }) => big },
  { type: 'integer', value: ({ int }) => int },
  { type: 'smallint', value: ({ small }) => small },
  { type: 'boolean', value: ({ bool }) => bool },
  { type: 'text', value: ({ text }) => text },
  { type: 'uuid', value: ({ id }) => id },
  { type: 'bytea', value: ({ hash }) => hash },
];

const selectRows = (rows: readonly Row[]) =>
  queryWithColumnArrays(columns, rows, async (arrays) => {
    const parameters = sql.join(columns.map(({ type }, i) => sql`${arrays[i]}::${sql.raw(type)}[]`));
    const { rows: answered } = await sql<{ row: Row }>`
      select jsonb_strip_nulls(jsonb_build_object('big', big, 'int', int, 'small', small, 'bool', bool, 'text', text,
        'id', id, 'hash', encode(hash, 'hex'))) as row
      from unnest(${parameters}) with ordinality as r(big, int, small, bool, text, id, hash, position)
      order by position`.execute(db);
    return answered.map(({ row }) => row);
  });

const id = '0123abcd-ef01-7000-8fff-0123456789ab';
const rows: Row[] = [
  { big: 0, int: 0, small: 0, bool: false, text: '', id, hash: '' },
  { big: -1, int: -1, small: -1, bool: true, text: '{"a\\",NULL}\n', id, hash: '00ff10a9' },
  { big: 2 ** 53 - 1, int: 2 ** 31 - 1, small: 2 ** 15 - 1, text: 'é 😀 日本' },
  { big: -(2 ** 53) + 1, int: -(2 ** 31), small: -(2 ** 15) },
  { big: 2 ** 32, hash: 'ab'.repeat(32) },
  { big: 2 ** 31 },
  { big: -(2 ** 32) - 7 },
  {},
];

it.each([1, 2_000])('are what they were, %d times', async (times) => {
  const all = Array.from({ length: times }, () => rows).flat();
  expect(await selectRows(all)).toEqual(all);
});

it('may be none', async () => {
  expect(await selectRows([])).toEqual([]);
});

it.each<Row>([
  { big: 2 ** 53 },
  { big: 0.5 },
  { int: 2 ** 31 },
  { small: 2 ** 15 },
  { small: 1.5 },
  { hash: '0g' },
  { hash: 'abc' },
])('refuse %j', async (row) => {
  await expect(selectRows([row])).rejects.toThrow(RangeError);
});

it('take half of a surrogate pair as what stands for no character', async () => {
  expect(await selectRows([{ text: 'a\ud800b' }])).toEqual([{ text: 'a\ufffdb' }]);
});
