import { expect, it } from '@jest/globals';
import { SharedLimit } from '../../../src/ingest/run/limits.ts';

it('a shared limit turns away who has his share, and everybody when it is full', () => {
  const limit = new SharedLimit(3, 2);
  expect(['a', 'a', 'a', 'b', 'b', 'c'].map((user) => limit.enter(user))).toEqual([
    undefined,
    undefined,
    'user',
    undefined,
    'all',
    'all',
  ]);
  limit.leave('a');
  expect([limit.enter('c'), limit.enter('a')]).toEqual([undefined, 'all']);
  for (const user of ['a', 'b', 'c']) limit.leave(user);
  expect([limit.enter('a'), limit.enter('a'), limit.enter('a')]).toEqual([undefined, undefined, 'user']);
});
