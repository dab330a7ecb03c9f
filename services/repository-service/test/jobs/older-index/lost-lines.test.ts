import { expect, it } from '@jest/globals';
import type { JournalLine } from '../../../src/index/keeping/journal.db.ts';
import { findIdGaps } from '../../../src/jobs/older-index/lost-lines.ts';

const line = (epoch: string, id: number): JournalLine => ({
  epoch,
  id,
  at: '2026-11-28T00:00:00.000Z',
  namespace: 'default',
  auid: 'au',
  op: 'deleted',
  artifacts: [],
});

it('names the numbers between the index and the last change that was seen', () => {
  const lines = [line('a', 4), line('a', 5), line('a', 9)];
  expect(findIdGaps(lines, new Map([['a', 3]]), 9)).toEqual(['a: 6 to 8']);
  expect(findIdGaps(lines, new Map([['a', 2]]), 11)).toEqual(['a: 3', 'a: 6 to 8', 'a: 10 to 11']);
  expect(findIdGaps(lines, new Map(), 0)).toEqual(['a: 6 to 8']);
  expect(findIdGaps([], new Map([['a', 2]]), 0)).toEqual([]);
});
