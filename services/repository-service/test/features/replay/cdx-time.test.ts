import { describe, expect, it } from '@jest/globals';
import {
  findFirstSecond,
  findLastSecond,
  formatCdxTimestamp,
  writeCdxTimestamp,
} from '../../../src/features/replay/words/cdx-time.ts';

const timestamp = (second: number) => formatCdxTimestamp(second * 1000);

describe('a timestamp', () => {
  it('has 14 digits, whatever the time', () => {
    expect(formatCdxTimestamp(Date.UTC(2014, 0, 26, 20, 6, 24, 999))).toBe('20140126200624');
    expect(formatCdxTimestamp(-1)).toBe('19691231235959');
    expect(formatCdxTimestamp(Number.MAX_SAFE_INTEGER)).toBe('99991231235959');
    expect(formatCdxTimestamp(Number.MIN_SAFE_INTEGER)).toBe('00000101000000');
  });

  it('is written as bytes as it is as text', () => {
    const times = [-1, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, Date.UTC(2079, 6, 9, 23, 59, 59)];
    for (let second = 0; second < 86_400; second += 59) times.push(Date.UTC(1996, 9, 1) + second * 1001);
    for (const ms of times) {
      const out = Buffer.alloc(16, '-');
      writeCdxTimestamp(out, 1, ms);
      expect(out.toString()).toBe(`-${formatCdxTimestamp(ms)}-`);
    }
  });

  it.each([
    ['2014', '20140101000000', '20141231235959'],
    ['201402', '20140201000000', '20140228235959'],
    ['201602', '20160201000000', '20160229235959'],
    ['20140126', '20140126000000', '20140126235959'],
    ['201401262', '20140126200000', '20140126235959'],
    ['20140126200624', '20140126200624', '20140126200624'],
    ['2', '20000101000000', '29991231235959'],
    ['0', '00000101000000', '09991231235959'],
  ])('%s reaches from %s to %s', (digits, first, last) => {
    expect(timestamp(findFirstSecond(digits))).toBe(first);
    expect(timestamp(findLastSecond(digits))).toBe(last);
  });

  it.each([
    ['20140231000000', '20140301000000', '20140228235959'],
    ['20149999999999', '20150101000000', '20141231235959'],
    ['20140000000000', '20140101000000', '20131231235959'],
    ['20140100000000', '20140101000000', '20131231235959'],
    ['20140126240000', '20140127000000', '20140126235959'],
    ['20140126206100', '20140126210000', '20140126205959'],
    ['20140126200660', '20140126200700', '20140126200659'],
  ])('%s, which is no date, lies before %s and behind %s', (digits, first, last) => {
    expect(timestamp(findFirstSecond(digits))).toBe(first);
    expect(timestamp(findLastSecond(digits))).toBe(last);
  });
});
