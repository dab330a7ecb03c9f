// Tests how compaction selects the segments to merge.
import { describe, expect, it } from '@jest/globals';
import { chooseMerges, type MergeCandidate, type MergeLimits } from '../../src/domain/merge-choice.ts';
import { groupIntoCopyRanges } from '../../src/jobs/merging/ranges.ts';

const limits: MergeLimits = { targetBytes: 1_000, records: 100, deadShare: 0.1 };
const segment = (id: number, liveBytes: number, deadBytes = 0, records = 1): MergeCandidate => ({
  id,
  key: `key ${id}`,
  sizeBytes: liveBytes + deadBytes,
  manifestOffset: undefined,
  records: liveBytes === 0 ? 0 : records,
  liveBytes,
  deadBytes,
});
const ids = (groups: MergeCandidate[][]) => groups.map((group) => group.map(({ id }) => id));
const merges = (...candidates: MergeCandidate[]) => ids(chooseMerges(candidates, limits));

describe('merges', () => {
  it('are of small segments, in their order, until a segment is full', () => {
    const many = Array.from({ length: 25 }, (_, i) => segment(i, 100));
    expect(merges(...many).map((group) => group.length)).toEqual([10, 10, 5]);
    expect(merges(...many)[1]).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  });

  it('never make more segments than full ones would take, and one', () => {
    for (let round = 0; round < 50; round++) {
      const many = Array.from({ length: 200 }, (_, i) => segment(i, 1 + ((i * 7_919 + round * 31) % 300)));
      const groups = chooseMerges(many, { ...limits, records: 10_000 });
      const merged = groups.flat();
      const bytes = merged.reduce((sum, { liveBytes }) => sum + liveBytes, 0);
      expect(groups.length).toBeLessThanOrEqual(Math.floor(bytes / limits.targetBytes) + 1);
      expect(merged.length).toBeGreaterThan(190);
    }
  });

  it('leave alone what has no equal: it would be copied again and again', () => {
    expect(merges(segment(1, 400), segment(2, 10), segment(3, 10))).toEqual([[2, 3]]);
    expect(merges(segment(1, 400), segment(2, 100))).toEqual([]);
    expect(merges(segment(1, 400), segment(2, 200))).toEqual([[1, 2]]);
    expect(merges(segment(1, 400))).toEqual([]);
  });

  it('copy a trickle a number of times that grows with its logarithm', () => {
    let segments: MergeCandidate[] = [];
    let copiedBytes = 0;
    const [days, largest] = [1_000, { ...limits, targetBytes: 1_000_000, records: 1_000_000 }];
    for (let day = 0; day < days; day++) {
      segments.push(segment(day * 2, 100));
      for (const group of chooseMerges(segments, largest)) {
        const bytes = group.reduce((sum, { liveBytes }) => sum + liveBytes, 0);
        copiedBytes += bytes;
        segments = [...segments.filter((one) => !group.includes(one)), segment(day * 2 + 1, bytes)];
      }
    }
    expect(copiedBytes / (days * 100)).toBeLessThan(15);
    expect(segments.length).toBeLessThan(15);
  });

  it('write anew what has enough dead bytes, and take away what has nothing else', () => {
    expect(merges(segment(1, 950, 49))).toEqual([]);
    expect(merges(segment(1, 850, 100))).toEqual([[1]]);
    expect(merges(segment(1, 850, 100), segment(2, 10))).toEqual([[1, 2]]);
    expect(merges(segment(1, 0, 0))).toEqual([[1]]);
  });

  it('stay within what a transaction moves at once', () => {
    const many = Array.from({ length: 10 }, (_, i) => segment(i, 10, 0, 30));
    expect(merges(...many).map((group) => group.length)).toEqual([3, 3, 3]);
    expect(merges(segment(1, 10, 0, 60), segment(2, 10, 0, 60))).toEqual([]);
  });
});

describe('what is read to copy records', () => {
  const piece = (offset: number, length: number, key = 'a') => ({ key, offset, length });
  const ranges = (...pieces: ReturnType<typeof piece>[]) =>
    groupIntoCopyRanges(pieces, { gapBytes: 10, rangeBytes: 100 }).map(
      ({ key, offset, length, pieces: { length: count } }) => [key, offset, length, count],
    );

  it('is one range for neighbours, and for what is nearly so', () => {
    expect(ranges(piece(0, 10), piece(10, 5), piece(25, 5), piece(41, 1))).toEqual([
      ['a', 0, 30, 3],
      ['a', 41, 1, 1],
    ]);
  });

  it('is never of two objects, and does not grow without end', () => {
    expect(ranges(piece(0, 10), piece(10, 10, 'b'))).toHaveLength(2);
    expect(ranges(piece(0, 60), piece(60, 60), piece(120, 60))).toEqual([
      ['a', 0, 120, 2],
      ['a', 120, 60, 1],
    ]);
  });
});
