// Tests the ticks of charts over time.
import { describe, expect, it } from '@jest/globals';
import { makeTimeAxis, makeValueAxis } from '../../src/parts/chart/plot-ticks.ts';

describe('an axis of values', () => {
  it.each([
    ['sizes', [634_000, 765_000], 5, [650_000, 700_000, 750_000]],
    ['small counts', [1, 3], 5, [1, 2, 3]],
    ['equal values', [52, 52, 52], 5, [0, 25, 50, 75, 100]],
    ['an empty node', [0, 0], 5, [0, 1]],
    ['a growth from nothing', [0, 1_000_000], 4, [0, 500_000, 1_000_000]],
    ['large sizes', [4e15, 9.1e15], 5, [4e15, 6e15, 8e15]],
  ])('has round ticks for %s', (_name, values, maxTicks, ticks) => {
    const axis = makeValueAxis(values, maxTicks);
    expect(axis.ticks).toEqual(ticks);
    expect(axis.from).toBeLessThanOrEqual(Math.min(...values));
    expect(axis.to).toBeGreaterThan(axis.from);
    expect(axis.to).toBeGreaterThanOrEqual(Math.max(...values));
  });
});

describe('an axis of time', () => {
  const local = (text: string) => new Date(text).getTime();

  it.each([
    [
      'ten minutes',
      '2026-11-23T08:15:30',
      '2026-11-23T08:25:30',
      ['2026-11-23T08:20', '2026-11-23T08:25'],
      true,
    ],
    [
      'two days',
      '2026-11-22T20:30',
      '2026-11-24T08:00',
      ['2026-11-23T00:00', '2026-11-23T12:00', '2026-11-24T00:00'],
      true,
    ],
    ['two weeks', '2026-11-01T10:00', '2026-11-15T10:00', ['2026-11-03', '2026-11-08', '2026-11-13'], false],
    ['half a year', '2026-06-15T10:00', '2026-12-15T10:00', ['2026-07-01', '2026-10-01'], false],
    ['ten years', '2016-06-15T10:00', '2026-06-15T10:00', ['2020-01-01', '2025-01-01'], false],
  ])('begins its ticks at round local times for %s', (_name, from, to, ticks, isOfDay) => {
    expect(makeTimeAxis(local(from), local(to), 3)).toEqual({
      ticksMs: ticks.map((tick) => local(tick.length === 10 ? `${tick}T00:00` : tick)),
      isOfDay,
    });
  });

  it('has few ticks for any range', () => {
    const nowMs = local('2026-11-23T08:15');
    for (let rangeMs = 1_000; rangeMs < 20 * 365 * 86_400_000; rangeMs *= 1.7)
      for (const most of [1, 3, 10])
        expect(makeTimeAxis(nowMs - rangeMs, nowMs, most).ticksMs.length).toBeLessThanOrEqual(most + 1);
  });
});
