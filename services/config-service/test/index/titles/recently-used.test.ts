import { expect, it } from '@jest/globals';
import { RecentlyUsed } from '../../../src/index/titles/recently-used.ts';

it('remembers as many of the last values that were set or asked for, whatever came when', () => {
  const capacity = 3;
  const map = new RecentlyUsed<number>(capacity);
  let recent: number[] = [];
  for (let step = 0; step < 500; step++) {
    const n = (step * step) % 11;
    if (step % 3 !== 0) map.set(String(n), n);
    else if (map.get(String(n)) === undefined) continue;
    recent = [n, ...recent.filter((one) => one !== n)].slice(0, capacity);
    const probe = recent.at(-1)!;
    expect(map.get(String(probe))).toBe(probe);
    recent = [probe, ...recent.filter((one) => one !== probe)];
  }
});

it('forgets the others', () => {
  const map = new RecentlyUsed<number>(3);
  for (let n = 1; n <= 7; n++) map.set(String(n), n);
  expect(['1', '2', '3'].map((key) => map.get(key))).toEqual([undefined, undefined, undefined]);
  expect(['5', '6', '7'].map((key) => map.get(key))).toEqual([5, 6, 7]);
});
