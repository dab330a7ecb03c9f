import { expect, it } from '@jest/globals';
import { RecentRanges } from '../../src/fs/recent-ranges.ts';

it('remembers what was read lately, and of that no more than so much', () => {
  let nowMs = 0;
  const ranges = new RecentRanges(() => nowMs);
  ranges.add('a', 10, 5);
  expect(ranges.has('a', 10, 5)).toBe(true);
  expect([ranges.has('b', 10, 5), ranges.has('a', 11, 5), ranges.has('a', 10, 6)]).toEqual([
    false,
    false,
    false,
  ]);
  nowMs = 61_000;
  expect(ranges.has('a', 10, 5)).toBe(true);
  nowMs = 122_000;
  expect(ranges.has('a', 10, 5)).toBe(false);
  ranges.add('a', 10, 5);
  nowMs = 300_000;
  expect(ranges.has('a', 10, 5)).toBe(false);
  for (let range = 0; range <= 16_384; range++) ranges.add(range % 2 === 0 ? 'a' : 'b', range, 1);
  expect([ranges.has('a', 0, 1), ranges.has('a', 16_384, 1)]).toEqual([false, true]);
});
