// Copying pauses only while the event loop is busy, and never for long.
import { expect, it } from '@jest/globals';
import { createCopyPace } from '../../../src/jobs/copies/copy-pace.ts';

function createWaits() {
  const state = { now: 0, utilization: 0, waits: [] as number[] };
  const pace = createCopyPace({
    utilization: () => ({ idle: 0, active: 0, utilization: state.utilization }),
    now: () => state.now,
    wait: async (ms) => void state.waits.push(ms),
  });
  return { state, copy: (bytes: number) => pace(bytes, new AbortController().signal) };
}

it('waits before copies while the process is busy, and no longer when it is not', async () => {
  const { state, copy } = createWaits();
  state.now = 200;
  await copy(4_000);
  expect(state.waits).toEqual([]);
  state.utilization = 0.9;
  await copy(4_000);
  expect(state.waits).toEqual([]);
  state.now = 400;
  await copy(4_000);
  await copy(0);
  expect(state.waits).toEqual([150.2, 150]);
  state.utilization = 0.5;
  state.now = 600;
  await copy(4_000);
  expect(state.waits).toHaveLength(2);
});

it('waits longer before a large copy, but not as long as the lease of its task', async () => {
  const { state, copy } = createWaits();
  Object.assign(state, { now: 200, utilization: 1 });
  await copy(20_000_000);
  await copy(2 ** 40);
  expect(state.waits).toEqual([1_150, 5_000]);
});

it('ends a wait without an error when the process stops', async () => {
  let now = 0;
  const stopping = new AbortController();
  const pace = createCopyPace({
    utilization: () => ({ idle: 0, active: 0, utilization: 1 }),
    now: () => (now += 1_000),
  });
  const started = performance.now();
  const waiting = pace(2 ** 40, stopping.signal);
  stopping.abort();
  await waiting;
  expect(performance.now() - started).toBeLessThan(4_000);
});
