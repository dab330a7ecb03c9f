// Layouts of raw rows: values of each type, including limits and null, and the positions of values.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { UnsafeIntegerError } from '../../src/connections/value-types.ts';
import { prepareRawStatement } from '../../src/raw/prepared.ts';
import { isNullValue } from '../../src/raw/raw-values.ts';
import { RowLayout } from '../../src/raw/row-layout.ts';
import { createScratchDatabase, type Scratch } from '../scratch-database.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await createScratchDatabase();
});
afterAll(() => scratch.end());

async function asked(text: string) {
  return prepareRawStatement('values_of_row', text)(scratch.open({ poolSize: 1 }).pool, []);
}

async function rowsOf(text: string, layout: { read(bytes: Buffer, start: number): object }) {
  const { bytes, starts } = await asked(text);
  return starts.map((start) => layout.read(bytes, start));
}

it('read values by the names of their columns, whatever their lengths', async () => {
  const layout = new RowLayout({ b: 'boolean?', t: 'text?', y: 'bytea?', u: 'uuid?', i: 'integer?' });
  const rows = await rowsOf(
    `values (false, 'é😀', '\\x00ff'::bytea, '01234567-89ab-cdef-0123-456789abcdef'::uuid, 1),
      (true, '', '\\x'::bytea, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid, 2),
      (null, null, null, null, null)`,
    layout,
  );
  expect(rows).toEqual([
    { b: false, t: 'é😀', y: Buffer.from([0, 255]), u: '01234567-89ab-cdef-0123-456789abcdef', i: 1 },
    { b: true, t: '', y: Buffer.alloc(0), u: 'ffffffff-ffff-ffff-ffff-ffffffffffff', i: 2 },
    { b: undefined, t: undefined, y: undefined, u: undefined, i: undefined },
  ]);
});

it('read integers of each length, up to those that a number holds exactly', async () => {
  const layout = new RowLayout({ s: 'smallint?', i: 'integer?', b: 'bigint?' });
  const rows = await rowsOf(
    `values ('-32768'::smallint, '-2147483648'::integer, '${Number.MIN_SAFE_INTEGER}'::bigint), (32767, 2147483647, ${Number.MAX_SAFE_INTEGER}),
      (-1, -1, -1), (256, 65536, 4294967296), (null, null, null)`,
    layout,
  );
  expect(rows).toEqual([
    { s: -32_768, i: -2_147_483_648, b: Number.MIN_SAFE_INTEGER },
    { s: 32_767, i: 2_147_483_647, b: Number.MAX_SAFE_INTEGER },
    { s: -1, i: -1, b: -1 },
    { s: 256, i: 65_536, b: 2 ** 32 },
    { s: undefined, i: undefined, b: undefined },
  ]);
  const beyond = rowsOf('values (9007199254740993::bigint)', new RowLayout({ n: 'bigint' }));
  await expect(beyond).rejects.toThrow(UnsafeIntegerError);
  await expect(beyond).rejects.toThrow('9007199254740993');
});

it('answer copies, which do not keep the rows beside them', async () => {
  const layout = new RowLayout({ small: 'bytea', large: 'text' });
  const [row] = await rowsOf(`values ('\\x01'::bytea, repeat('x', 100000))`, layout);
  const { small } = row as { small: Buffer };
  expect(small).toEqual(Buffer.from([1]));
  expect(small.buffer.byteLength).toBeLessThan(100_000);
});

it('make the SELECT list, and say where each value lies', async () => {
  const layout = new RowLayout({
    n: ['integer', '1 + 1'],
    digest: ['bytea(2)', `'\\x0a0b'::bytea`],
    none: ['text?', 'null::text'],
    text: ['text', `'a text'`],
  });
  expect(layout.selectFrom('q')).toBe('q.n, q.digest, q.none, q.text');
  const { bytes, starts } = await asked(`select ${layout.select}, 7::integer`);
  const start = starts[0]!;
  expect(layout.read(bytes, start)).toEqual({
    ...{ n: 2, digest: Buffer.from([10, 11]), none: undefined, text: 'a text' },
  });
  const places = layout.places();
  layout.locate(bytes, start, places);
  for (const name of ['n', 'digest', 'none', 'text'] as const)
    expect(layout.find(bytes, start, layout.number[name])).toBe(places[layout.number[name]]);
  expect([layout.offset('n'), layout.offset('digest'), layout.offset('none')]).toEqual([4, 12, 18]);
  expect(places[layout.number.none]).toBe(start + layout.offset('none'));
  expect(isNullValue(bytes, places[layout.number.none]!)).toBe(true);
  expect(() => layout.offset('text')).toThrow('text');
  expect(() => layout.rowBytes).toThrow();
  const rest = new RowLayout({ seven: 'integer' });
  expect(rest.read(bytes, layout.end(bytes, start))).toEqual({ seven: 7 });
  expect(new RowLayout({ a: 'uuid', b: 'boolean' }).rowBytes).toBe(25);
});
