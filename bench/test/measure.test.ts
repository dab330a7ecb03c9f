import { describe, expect, it } from '@jest/globals';
import { type BenchmarkTask, computeMedian, interleavePasses } from '../src/measure.ts';

describe('interleave', () => {
  it('takes measures by turns, each round beginning with another, and summarises all but the warm-up', async () => {
    const calls: string[] = [];
    const fast = recorded(calls, 'fast', [9, 1, 2, 4]);
    const slow = recorded(calls, 'slow', [9, 10, 20, 5]);
    const results = await interleavePasses([fast, slow], { count: 3, warmUp: true });
    expect(calls.join(' ')).toBe('fast slow fast slow slow fast fast slow close close');
    expect(results).toEqual([
      { name: 'fast', seconds: [1, 2, 4], megabytesPerSecond: 1, cpuSeconds: 2 },
      { name: 'slow', seconds: [10, 20, 5], megabytesPerSecond: 0.2, cpuSeconds: 10 },
    ]);
  });

  it('closes every measure when one fails', async () => {
    const calls: string[] = [];
    const failing = recorded(calls, 'failing', []);
    await expect(
      interleavePasses([recorded(calls, 'a', [1]), failing], { count: 1, warmUp: false }),
    ).rejects.toThrow('no more');
    expect(calls).toEqual(['a', 'failing', 'close', 'close']);
  });
});

it('median is the middle, or between the two middles', () => {
  expect([computeMedian([3, 1, 2]), computeMedian([4, 1, 3, 2]), computeMedian([5])]).toEqual([2, 2.5, 5]);
  expect(computeMedian([])).toBeNaN();
});

function recorded(calls: string[], name: string, seconds: number[]): BenchmarkTask {
  const left = [...seconds];
  return {
    name,
    async pass() {
      calls.push(name);
      const next = left.shift();
      if (next === undefined) throw new Error('no more');
      return { seconds: next, cpuSeconds: next, inputBytes: 2e6 };
    },
    async close() {
      calls.push('close');
    },
  };
}
