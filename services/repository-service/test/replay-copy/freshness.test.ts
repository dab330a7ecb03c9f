import { expect, it } from '@jest/globals';
import { parseSnapshot } from '../../src/domain/replay/snapshot.ts';
import { change, makeFreshness, turn } from './asked-freshness.ts';

it('asks once for all that come before it asks, and once more for those that come later', async () => {
  const { freshness, asked, answer, clock } = makeFreshness();
  const now = () => {
    clock.nowMs += 200;
    return freshness.current();
  };
  const first = [now(), now()];
  await turn();
  const later = now();
  await turn();
  expect(asked).toEqual([{ since: '100:100:', leaseMs: undefined }]);
  await answer('101:101:');
  expect(await Promise.all(first)).toEqual([true, true]);
  expect(asked).toHaveLength(2);
  expect(asked[1]).toEqual({ since: '101:101:', leaseMs: undefined });
  await answer('102:102:');
  expect(await later).toBe(true);
});

it('tells of changes before it answers', async () => {
  const { freshness, heard, answer } = makeFreshness();
  const current = freshness.current();
  await turn();
  await answer('110:110:', { changes: [change] });
  expect(heard.map(({ changes }) => changes)).toEqual([[change]]);
  expect(await current).toBe(true);
  expect(freshness.snapshot.text).toBe('110:110:');
});

it('knows nothing any more once the database does not know the copy', async () => {
  const { freshness, answers, clock } = makeFreshness();
  const current = freshness.current();
  await turn();
  answers.shift()!(undefined);
  expect(await current).toBe(false);
  expect(clock.forgotten).toBe(1);
  expect(await freshness.current()).toBe(false);
});

it('fails for those that waited, and asks again for the next', async () => {
  const { freshness, answers, asked, answer } = makeFreshness();
  const current = freshness.current() as Promise<boolean>;
  const failed = expect(current).rejects.toThrow('broken');
  await turn();
  answers.shift()!(new Error('broken'));
  await failed;
  const next = freshness.current();
  await turn();
  expect(asked).toHaveLength(2);
  await answer('100:100:');
  expect(await next).toBe(true);
});

it('lets work be done between two questions, which goes on from what the work knows', async () => {
  const { freshness, asked, answer } = makeFreshness();
  const first = freshness.current();
  await turn();
  const order: string[] = [];
  const work = freshness.between(async (snapshot) => {
    order.push(`work on ${snapshot.text}`);
    return parseSnapshot('120:120:');
  });
  const second = freshness.current();
  await turn();
  expect(order).toEqual([]);
  await answer('110:110:');
  await first;
  await work;
  expect(order).toEqual(['work on 110:110:']);
  await turn();
  expect(asked.at(-1)?.since).toBe('120:120:');
  await answer('121:121:');
  expect(await second).toBe(true);
});
