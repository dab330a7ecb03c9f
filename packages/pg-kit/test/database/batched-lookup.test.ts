import { expect, it } from '@jest/globals';
import type pg from 'pg';
import { createBatchedLookup } from '../../src/database/batched-lookup.ts';

const pool = {} as pg.Pool;

/**
 * Creates a look-up whose round trips the test completes. The result for a key is ten times the key. Key 13 is not
 * found, and key 99 fails.
 */
function tenfold(options = { most: 4, atOnce: 1 }) {
  const asked: (readonly number[])[] = [];
  const answers: (() => void)[] = [];
  const find = createBatchedLookup<number, number>(async (_pool, keys) => {
    asked.push(keys);
    await new Promise<void>((resolve) => answers.push(resolve));
    if (keys.includes(99)) throw new Error('broken');
    return keys.map((key) => (key === 13 ? undefined : key * 10));
  }, options);
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const answer = async () => {
    answers.shift()?.();
    await turn();
  };
  return { find: (key: number) => find(pool, key), asked, answer, turn };
}

it('asks at once for what comes alone, and together for what comes while it waits', async () => {
  const { find, asked, answer, turn } = tenfold();
  const first = find(1);
  await turn();
  const others = [find(2), find(13), find(2)];
  await turn();
  expect(asked).toEqual([[1]]);
  await answer();
  expect(asked).toEqual([[1], [2, 13, 2]]);
  await answer();
  expect(await first).toBe(10);
  expect(await Promise.all(others)).toEqual([20, undefined, 20]);
});

it('asks beside a round trip that takes long', async () => {
  const { find, asked, answer, turn } = tenfold({ most: 4, atOnce: 2 });
  const all = [find(1)];
  await turn();
  all.push(find(2));
  while (asked.length < 2) await turn();
  all.push(find(3), find(4));
  await turn();
  expect(asked).toEqual([[1], [2]]);
  await answer();
  expect(asked).toEqual([[1], [2], [3, 4]]);
  await answer();
  await answer();
  expect(await Promise.all(all)).toEqual([10, 20, 30, 40]);
});

it('asks for no more than it may at once, and for all in the end', async () => {
  const { find, asked, answer, turn } = tenfold();
  const all = Promise.all(Array.from({ length: 10 }, (_, key) => find(key)));
  await turn();
  for (let round = 0; round < 5; round++) await answer();
  expect(await all).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
  expect(asked.every((keys) => keys.length <= 4)).toBe(true);
});

it('fails those who asked together, and nobody after them', async () => {
  const { find, answer, turn } = tenfold();
  const failed = Promise.allSettled([find(1), find(99)]);
  await turn();
  const next = find(3);
  await answer();
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await answer();
  expect(await next).toBe(30);
});
