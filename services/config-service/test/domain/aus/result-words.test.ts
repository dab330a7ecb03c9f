import { expect, it } from '@jest/globals';
import { crawlResult, pollResult, subscriptionStatus } from '../../../src/domain/aus/result-words.ts';

it('has words for the results of crawls, and prefers those they came with', () => {
  expect(crawlResult(3, null)).toBe('Successful');
  expect(crawlResult(3, 'Fine')).toBe('Fine');
  expect(crawlResult(-1, null)).toBeNull();
  expect(crawlResult(99, null)).toBe('Code 99');
});

it('has words for the results of polls and for subscriptions', () => {
  expect([6, 7, 12, 13, -1].map(pollResult)).toEqual(['Complete', 'No Quorum', 'Aborted', 'Code 13', null]);
  expect([0, 1, 2, 9].map(subscriptionStatus)).toEqual([null, 'Yes', 'No', 'Code 9']);
});
