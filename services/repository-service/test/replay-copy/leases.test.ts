// When a process takes a lease, how long it keeps the lease, and how it handles a refusal.
import { expect, it } from '@jest/globals';
import { change, makeFreshness, turn } from './asked-freshness.ts';

it('takes a lease where look-ups come thick, and then asks nobody until it is over', async () => {
  const { freshness, asked, answer, clock, beBusy } = makeFreshness();
  await beBusy();
  const current = freshness.current();
  await turn();
  expect(asked.at(-1)?.leaseMs).toBe(100);
  await answer('100:100:', { leased: true });
  expect(await current).toBe(true);
  const count = asked.length;
  clock.nowMs += 40;
  expect(freshness.current()).toBe(true);
  await turn();
  expect(asked).toHaveLength(count);
  clock.nowMs += 58;
  expect(freshness.current()).not.toBe(true);
});

it('counts a lease from before it asked for it', async () => {
  const { freshness, answer, clock, beBusy } = makeFreshness();
  await beBusy();
  void freshness.current();
  await turn();
  clock.nowMs += 200;
  await answer('100:100:', { leased: true });
  expect(freshness.current()).not.toBe(true);
});

it('renews a lease while it lasts, and waits for nobody', async () => {
  const { freshness, asked, answer, clock, lease } = makeFreshness();
  await lease();
  const count = asked.length;
  clock.nowMs += 80;
  for (let at = 0; at < 20; at++) expect(freshness.current()).toBe(true);
  await turn();
  expect(asked).toHaveLength(count + 1);
  await answer('100:100:', { leased: true });
  clock.nowMs += 80;
  expect(freshness.current()).toBe(true);
});

it('keeps a lease for a second after the last look-up, and not longer', async () => {
  const { freshness, asked, answer, lease, pass } = makeFreshness();
  await lease();
  for (let passedMs = 75; passedMs < 1_000; passedMs += 75) {
    const count = asked.length;
    await pass(75);
    expect(asked).toHaveLength(count + 1);
    expect(asked.at(-1)?.leaseMs).toBe(100);
    await answer('100:100:', { leased: true });
  }
  expect(freshness.current()).toBe(true);
  const count = asked.length;
  await pass(40);
  expect(asked).toHaveLength(count);
  await pass(960);
  expect(asked).toHaveLength(count);
  const late = freshness.current();
  expect(late).not.toBe(true);
  await turn();
  expect(asked.at(-1)?.leaseMs).toBeUndefined();
  await answer('100:100:');
  expect(await late).toBe(true);
});

it('keeps no lease that is refused', async () => {
  const { asked, answer, lease, pass } = makeFreshness();
  await lease();
  await pass(75);
  await answer('100:100:', { leased: false });
  const count = asked.length;
  for (let at = 0; at < 20; at++) await pass(50);
  expect(asked).toHaveLength(count);
});

it('asks again a moment after a lease was refused, as others may be taking one', async () => {
  const { freshness, asked, answer, clock, lease } = makeFreshness();
  await lease();
  clock.nowMs += 75;
  for (const leased of [false, false, true]) {
    const count = asked.length;
    expect(freshness.current()).toBe(true);
    await turn();
    expect(asked).toHaveLength(count + 1);
    expect(asked.at(-1)?.leaseMs).toBe(100);
    await answer('100:100:', { leased });
    clock.nowMs += 9;
    expect(freshness.current()).toBe(true);
    await turn();
    expect(asked).toHaveLength(count + 1);
    clock.nowMs += 1;
  }
  clock.nowMs += 60;
  expect(freshness.current()).toBe(true);
});

it('asks for news alone between a lease that was refused and the next try', async () => {
  const { freshness, asked, answer, clock, beBusy } = makeFreshness();
  await beBusy();
  for (const [passedMs, leaseMs] of [
    [0, 100],
    [5, undefined],
    [5, 100],
  ] as const) {
    clock.nowMs += passedMs;
    void freshness.current();
    await turn();
    expect(asked.at(-1)?.leaseMs).toBe(leaseMs);
    await answer('100:100:', { leased: false });
  }
});

it.each([
  ['something was written', [{ leased: true, changes: [change] }]],
  ['a writer was at it', [{ leased: false }, { leased: false }, { leased: false }]],
])('takes no lease for a while after %s', async (_, answers) => {
  const { freshness, asked, answer, clock, beBusy } = makeFreshness();
  await beBusy();
  for (const news of answers) {
    void freshness.current();
    await turn();
    await answer('100:100:', news);
    clock.nowMs += 10;
  }
  clock.nowMs += 200;
  await beBusy();
  void freshness.current();
  await turn();
  expect(asked.at(-1)?.leaseMs).toBeUndefined();
  await answer('100:100:');
  clock.nowMs += 5_000;
  await beBusy();
  void freshness.current();
  await turn();
  expect(asked.at(-1)?.leaseMs).toBe(100);
});

it('takes a longer lease once nothing was written for a minute', async () => {
  const { freshness, asked, answer, clock, beBusy } = makeFreshness();
  clock.nowMs += 60_000;
  await beBusy();
  const current = freshness.current();
  await turn();
  expect(asked.at(-1)?.leaseMs).toBe(250);
  await answer('100:100:', { leased: true });
  expect(await current).toBe(true);
  const count = asked.length;
  clock.nowMs += 180;
  expect(freshness.current()).toBe(true);
  await turn();
  expect(asked).toHaveLength(count);
  clock.nowMs += 10;
  expect(freshness.current()).toBe(true);
  await turn();
  expect(asked).toHaveLength(count + 1);
  await answer('101:101:', { leased: true, changes: [change] });
  clock.nowMs += 5_000;
  await beBusy();
  void freshness.current();
  await turn();
  expect(asked.at(-1)?.leaseMs).toBe(100);
});
