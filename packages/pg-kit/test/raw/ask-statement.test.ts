// Values in PostgreSQL's wire format, and a statement that needs a larger buffer than the one before.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { prepareRawStatement } from '../../src/raw/prepared.ts';
import { RowLayout } from '../../src/raw/row-layout.ts';
import type { RawRows } from '../../src/raw/row-tap.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

const layout = new RowLayout({ text: 'text' });
const textOf = ({ bytes, starts }: RawRows) => layout.read(bytes, starts[0]!).text;

let scratch: Scratch;
beforeAll(async () => {
  scratch = await createScratchDatabase();
});
afterAll(() => scratch.end());

const selectValues = prepareRawStatement(
  'told_values',
  `select jsonb_build_object('text', $1::text, 'texts', $2::text[], 'numbers', $3::bigint[],
    'bytes', encode($4::bytea, 'hex'), 'number', $5::integer, 'boolean', $6::boolean)::text`,
);

it.each([
  ['usual', ['a'], [1], Buffer.from('00ff', 'hex'), -7, true],
  ['', [], [], Buffer.alloc(0), 0, false],
  [
    'é "x" \\ 😀',
    ['a,b', '"', '\\', '', 'null', ' {é} ', '\\"\n'],
    [-1, 9e15],
    Buffer.alloc(300, 7),
    1,
    true,
  ],
  ['é'.repeat(40_000), ['x"'.repeat(40_000)], [2], Buffer.alloc(50_000, 1), 2, false],
])('are %.10j and others as they are', async (text, texts, numbers, bytes, number, boolean) => {
  const { pool } = scratch.open({ poolSize: 1 });
  const expected = { text, texts, numbers, bytes: bytes.toString('hex'), number, boolean };
  for (let again = 0; again < 2; again++) {
    const answer = await selectValues(pool, [text, texts, numbers, bytes, number, boolean]);
    expect(JSON.parse(textOf(answer))).toEqual(expected);
  }
});

it('are nothing where they are null or undefined', async () => {
  const { pool } = scratch.open({ poolSize: 1 });
  const answer = await selectValues(pool, [null, undefined, null, undefined, null, undefined]);
  const nothing = { text: null, texts: null, numbers: null, bytes: null, number: null, boolean: null };
  expect(JSON.parse(textOf(answer))).toEqual(nothing);
});
