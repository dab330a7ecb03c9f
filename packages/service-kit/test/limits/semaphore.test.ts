// Order and limits of the semaphore, checked step by step.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Semaphore } from '../../src/limits/semaphore.ts';

const MOST = 4;
const MAX_OF_USER = 2;

let turns: Semaphore;
/** Names of the tasks that have started, in order. */
let begun: string[];
/** Functions that finish a running task, in the order of their start. */
let ends: (() => void)[];

beforeEach(() => {
  turns = new Semaphore(MOST, MAX_OF_USER);
  begun = [];
  ends = [];
});

describe('turns', () => {
  it('of one user are so many, whoever else asks', async () => {
    ask('a', 10);
    await settled();
    expect(begun).toEqual(['a', 'a']);
    ask('b', 1);
    await settled();
    expect(begun).toEqual(['a', 'a', 'b']);
  });

  it('are so many together', async () => {
    for (const user of ['a', 'b', 'c', 'd', 'e']) ask(user, 1);
    await settled();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('go to the users who wait one after the other, however many of one there are', async () => {
    for (const user of ['a', 'b', 'c', 'd']) ask(user, 1);
    ask('e', 5);
    ask('f', 1);
    ask('g', 2);
    await settled();
    while (ends.length > 0) {
      ends.shift()!();
      await settled();
    }
    expect(begun.slice(MOST)).toEqual(['e', 'f', 'g', 'e', 'g', 'e', 'e', 'e']);
  });

  it('that a user has too many of are left to nobody, and taken up when one ends', async () => {
    ask('a', 3);
    await settled();
    ends.shift()!();
    await settled();
    expect(begun).toEqual(['a', 'a', 'a']);
  });

  it('pass over those who have stopped waiting', async () => {
    const leaving = new AbortController();
    ask('a', 2);
    const left = turns.acquire(leaving.signal, 'a');
    ask('a', 1);
    leaving.abort(new Error('has gone'));
    await expect(left).rejects.toThrow('has gone');
    await expect(turns.acquire(leaving.signal, 'b')).rejects.toThrow('has gone');
    ends.shift()!();
    await settled();
    expect(begun).toEqual(['a', 'a', 'a']);
  });
});

it('turns away who has a whole share, and everybody when all is taken', () => {
  const shared = new Semaphore(3, 2);
  const [first, , third, , fifth] = ['a', 'a', 'a', 'b', 'c'].map((user) => shared.tryAcquire(user));
  expect([third, fifth, shared.count]).toEqual([undefined, undefined, 3]);
  expect(['a', 'c'].map((user) => shared.hasShare(user))).toEqual([false, true]);
  first!();
  first!();
  expect(shared.count).toBe(2);
  expect(shared.tryAcquire('c')).toBeDefined();
  expect(shared.tryAcquire('a')).toBeUndefined();
});

it('lets the next one work when a work fails', async () => {
  const one = new Semaphore(1);
  const { signal } = new AbortController();
  const failing = one.run(signal, () => Promise.reject(new Error('failed')));
  const next = one.run(signal, () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
  expect(one.count).toBe(0);
});

function ask(user: string, times: number): void {
  for (let time = 0; time < times; time += 1) {
    void turns.acquire(new AbortController().signal, user).then((end) => {
      begun.push(user);
      ends.push(end);
    });
  }
}

/** Resolves after all pending promise callbacks have run. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
