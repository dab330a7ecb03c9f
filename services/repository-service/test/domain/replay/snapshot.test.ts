// Visibility in a snapshot equals PostgreSQL's own answer.
import { describe, expect, it } from '@jest/globals';
import { parseSnapshot, sees } from '../../../src/domain/replay/snapshot.ts';

describe('a snapshot', () => {
  it.each([
    ['10:10:', [8, 9]],
    ['10:14:10,12', [8, 9, 11, 13]],
    ['10:11:10', [8, 9]],
  ])('%s sees transactions that were over', (text, seen) => {
    const snapshot = parseSnapshot(text);
    const xids = [8, 9, 10, 11, 12, 13, 14, 15];
    expect(xids.filter((xid) => sees(snapshot, BigInt(xid)))).toEqual(seen);
    expect(snapshot.text).toBe(text);
  });

  it('holds numbers of 64 bits', () => {
    const snapshot = parseSnapshot('18446744073709551600:18446744073709551610:18446744073709551601');
    expect(sees(snapshot, 18446744073709551601n)).toBe(false);
    expect(sees(snapshot, 18446744073709551602n)).toBe(true);
  });

  it.each(['', '1:2', '1:2:3,', '1:2:,3', 'a:b:', '1:2:3:4', '-1:2:'])('is none: %p', (text) => {
    expect(() => parseSnapshot(text)).toThrow('is no snapshot');
  });
});
