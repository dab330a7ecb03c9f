import { expect, it } from '@jest/globals';
import { balanceConnections } from '../../src/workers/primary.ts';

it.each([
  [
    [17, 1],
    [8, 0],
  ],
  [
    [2, 0],
    [1, 0],
  ],
  [
    [3, 1],
    [1, 0],
  ],
  [
    [2, 1],
    [0, 0],
  ],
  [
    [1, 0, 0],
    [0, 0, 0],
  ],
  [
    [9, 7],
    [0, 0],
  ],
  [
    [10, 6],
    [2, 0],
  ],
  [
    [5, 3, 2, 2, 1, 1, 1, 1],
    [3, 1, 0, 0, 0, 0, 0, 0],
  ],
  [
    [0, 0],
    [0, 0],
  ],
])('of %j is %j', (counts, surplus) => {
  expect(balanceConnections(counts)).toEqual(surplus);
});
