// Rows that come as one text: as they were, or not at all where a value holds what stands between values.
import { describe, expect, it } from '@jest/globals';
import { unpackedRows } from '../../src/index/packed-rows.ts';

const ids = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];

function unpacked(...rows: string[][]): string[][] | undefined {
  const packed = rows.map((row) => row.join('\x1f')).join('\x1e');
  return unpackedRows({ count: rows.length, packed }, 3, (texts) => [...texts]);
}

describe('packed rows', () => {
  it('come as they were', () => {
    const rows = ids.map((id) => [id, 'http://example.org/', '']);
    expect(unpacked(...rows)).toEqual(rows);
    expect(unpackedRows({ count: 0, packed: null }, 3, (texts) => texts)).toEqual([]);
  });

  it('may hold in a value, but the last, what stands between rows', () => {
    const row = [ids[0]!, 'a\x1eb', 'c'];
    expect(unpacked(row, [ids[1]!, 'd', 'e'])).toEqual([row, [ids[1]!, 'd', 'e']]);
  });

  it.each([
    ['between rows, at the end of the first', 0, 2, 'a\x1eb'],
    ['between rows, at the end of the last', 1, 2, 'a\x1eb'],
    ['between columns, at the end of the first', 0, 2, 'a\x1fb'],
    ['between columns, at the end of the last', 1, 2, 'a\x1fb'],
    ['between columns, within the first', 0, 1, 'a\x1fb'],
    ['between columns, within the last', 1, 1, 'a\x1fb'],
    ['where it looks like a row of its own', 0, 2, `a\x1e${ids[1]}\x1fb\x1fc`],
    ['where it looks like the end of a row and the beginning of another', 1, 1, `a\x1fb\x1e${ids[0]}\x1fc`],
  ])('do not come when a value holds what stands %s', (_where, row, column, value) => {
    const rows = ids.map((id) => [id, 'x', 'y']);
    rows[row]![column] = value;
    expect(unpacked(...rows)).toBeUndefined();
  });
});
