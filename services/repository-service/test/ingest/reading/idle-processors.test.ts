// Detects idle processors by their idle time since the last measurement.
import { expect, it } from '@jest/globals';
import { watchIdleProcessors } from '../../../src/ingest/reading/codec-threads.ts';

it('says whether half a processor was idle, as of the last look', () => {
  const clock = { nowMs: 0, idleMs: 10_000 };
  const isSomeIdle = watchIdleProcessors({
    count: 3,
    nowMs: () => clock.nowMs,
    idleMs: () => clock.idleMs,
  });
  const after = (ms: number, idleMs: number) => {
    clock.nowMs += ms;
    clock.idleMs += idleMs;
    return isSomeIdle();
  };
  expect(after(0, 0)).toBe(false);
  expect(after(499, 900)).toBe(false);
  expect(after(1, 0)).toBe(true);
  // Too early for a new measurement, so the previous result still applies.
  expect(after(400, 0)).toBe(true);
  expect(after(600, 499)).toBe(false);
  expect(after(1000, 500)).toBe(true);
  expect(after(3_600_000, 0)).toBe(false);
});

it('says that none was, where one import uses them all', () => {
  let atMs = 0;
  const isSomeIdle = watchIdleProcessors({ count: 2, nowMs: () => atMs, idleMs: () => 2 * atMs });
  atMs = 1000;
  expect(isSomeIdle()).toBe(false);
});

it('looks at the processors of this machine', () => {
  expect(watchIdleProcessors()()).toBe(false);
});
