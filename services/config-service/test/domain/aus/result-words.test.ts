import { expect, it } from '@jest/globals';
import {
  describeCrawlResult,
  describePollResult,
  describeSubscription,
} from '../../../src/domain/aus/result-texts.ts';

it('has words for the results of crawls, and prefers those they came with', () => {
  expect(describeCrawlResult(3, null)).toBe('Successful');
  expect(describeCrawlResult(3, 'Fine')).toBe('Fine');
  expect(describeCrawlResult(-1, null)).toBeNull();
  expect(describeCrawlResult(99, null)).toBe('Code 99');
});

it('has words for the results of polls and for subscriptions', () => {
  expect([6, 7, 12, 13, -1].map(describePollResult)).toEqual([
    'Complete',
    'No Quorum',
    'Aborted',
    'Code 13',
    null,
  ]);
  expect([0, 1, 2, 9].map(describeSubscription)).toEqual([null, 'Yes', 'No', 'Code 9']);
});
