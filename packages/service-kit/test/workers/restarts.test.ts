import { describe, expect, it } from '@jest/globals';
import { createRestartTracker } from '../../src/workers/restarts.ts';

const limits = { initialDelayMs: 100, maxDelayMs: 1_000, stableAfterMs: 60_000, maxConsecutive: 6 };

describe('a worker that ends', () => {
  it('is started again later each time, and given up in the end', () => {
    const restarts = createRestartTracker(limits);
    const waits = Array.from({ length: 6 }, () => restarts.ended(1, 500));
    expect(waits).toEqual([100, 200, 400, 800, 1_000, undefined]);
  });

  it('begins anew when it ran for long', () => {
    const restarts = createRestartTracker(limits);
    for (let end = 0; end < 4; end += 1) restarts.ended(1, 500);
    expect(restarts.ended(1, 60_000)).toBe(100);
    expect(restarts.ended(1, 500)).toBe(200);
  });

  it('does not count for the others', () => {
    const restarts = createRestartTracker(limits);
    for (let end = 0; end < 5; end += 1) restarts.ended(1, 500);
    expect(restarts.ended(2, 500)).toBe(100);
  });
});
