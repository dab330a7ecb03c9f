// The result of a cached query is reused for between a second and a minute. The result of a slow query is reused
// longer.
import { expect, it } from '@jest/globals';
import { createCachedQuery } from '../../../src/features/overview/cached-query.ts';

/** Returns a simulated clock and a query that takes `takesMs` by that clock. */
function asking(takesMs: number, share: number) {
  const clock = { ms: 0, asked: 0 };
  const ask = createCachedQuery(
    async () => {
      clock.asked += 1;
      clock.ms += takesMs;
      return clock.asked;
    },
    share,
    () => clock.ms,
  );
  return { clock, ask };
}

it.each([
  ['a second at least', 1, 1 / 50, 1_000],
  ['the longer the dearer it is', 100, 1 / 50, 5_000],
  ['a minute at most', 10_000, 1 / 50, 60_000],
])('it is remembered %s', async (_how, takesMs, share, freshMs) => {
  const { clock, ask } = asking(takesMs, share);
  expect(await ask()).toBe(1);
  await new Promise(setImmediate);
  clock.ms += freshMs - 1;
  expect(await ask()).toBe(1);
  clock.ms += 1;
  expect(await ask()).toBe(2);
});

it('who asks meanwhile gets the same answer, and an error is not remembered', async () => {
  let asked = 0;
  const ask = createCachedQuery(async () => {
    asked += 1;
    if (asked === 1) throw new Error('gone');
    return asked;
  }, 1);
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('gone');
  expect(asked).toBe(1);
  expect(await ask()).toBe(2);
});
