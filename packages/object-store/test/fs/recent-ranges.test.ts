import { expect, it } from '@jest/globals';
import { RecentRanges } from '../../src/fs/recent-ranges.ts';

it('remembers what was read lately, and of that no more than so much', () => {
  let nowMs = 0;
  const ranges = new RecentRanges(() => nowMs);
  ranges.add('a');
  expect([ranges.has('a'), ranges.has('b')]).toEqual([true, false]);
  nowMs = 61_000;
  expect(ranges.has('a')).toBe(true);
  nowMs = 122_000;
  expect(ranges.has('a')).toBe(false);
  ranges.add('a');
  nowMs = 300_000;
  expect(ranges.has('a')).toBe(false);
  for (let range = 0; range <= 16_384; range++) ranges.add(`${range}`);
  expect([ranges.has('0'), ranges.has('16384')]).toEqual([false, true]);
});
