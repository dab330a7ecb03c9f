import { describe, expect, it } from '@jest/globals';
import { makeStatusFilter } from '../../../src/features/archives/import-request.ts';

describe('excludeStatusPattern', () => {
  it('excludes nothing when absent or empty', () => {
    for (const pattern of [undefined, '']) expect(makeStatusFilter(pattern)(404)).toBe(false);
  });

  it('must match the whole status', () => {
    expect([404, 200, 500].map(makeStatusFilter('500|404|401'))).toEqual([true, false, true]);
    expect([400, 404, 40].map(makeStatusFilter('40'))).toEqual([false, false, true]);
    expect([404, 410, 503].map(makeStatusFilter('[45]\\d\\d'))).toEqual([true, true, true]);
  });

  it.each(['(', '[', 'a{1000000}', '(?=4)04', '(4)\\1'])('refuses %s, which RE2 cannot use', (pattern) => {
    expect(() => makeStatusFilter(pattern)).toThrow(expect.objectContaining({ status: 400 }));
  });

  it('refuses patterns longer than 1,000 characters', () => {
    expect(() => makeStatusFilter('4'.repeat(1_001))).toThrow(expect.objectContaining({ status: 400 }));
  });
});
