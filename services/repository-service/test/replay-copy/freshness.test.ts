import { expect, it } from '@jest/globals';
import type { CopyNews } from '../../src/domain/replay/copy-news.ts';
import { parseSnapshot, type Snapshot } from '../../src/domain/replay/snapshot.ts';
import { Freshness } from '../../src/replay-copy/freshness.ts';

const change = { xid: 105n, namespaceId: 1, lowest: 'a', highest: 'b' };
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** A database that answers when it is told to, and a clock that is set by hand. */
function freshnessOf() {
  const asked: { since: string; leaseMs: number | undefined }[] = [];
  const heard: CopyNews[] = [];
  const answers: ((news: CopyNews | undefined | Error) => void)[] = [];
  const clock = { nowMs: 1_000, forgotten: 0 };
  const later: { atMs: number; work(): void }[] = [];
  const ask = (since: Snapshot, leaseMs?: number) => {
    asked.push({ since: since.text, leaseMs });
    return new Promise<CopyNews | undefined>((resolve, reject) => {
      answers.push((news) => (news instanceof Error ? reject(news) : resolve(news)));
    });
  };
  const freshness = new Freshness(
    {
      newsSince: (since) => ask(since),
      leaseAndNews: ask,
      onNews: (news) => heard.push(news),
      onForgotten: () => clock.forgotten++,
      nowMs: () => clock.nowMs,
      later: (ms, work) => later.push({ atMs: clock.nowMs + ms, work }),
    },
    parseSnapshot('100:100:'),
  );
  const answer = async (snapshot: string, more: Partial<CopyNews> = {}) => {
    answers.shift()!({ snapshot: parseSnapshot(snapshot), beat: 1, changes: [], leased: false, ...more });
    await turn();
  };
  /** So many look-ups that one more makes them worth a lease. */
  const beBusy = async () => {
    void freshness.current();
    await turn();
    await answer('100:100:');
  };
  /** Sets the clock so much forward, and does what is to be done by then. */
  const pass = async (ms: number) => {
    clock.nowMs += ms;
    const due = later.filter(({ atMs }) => atMs <= clock.nowMs);
    later.splice(0, later.length, ...later.filter((one) => !due.includes(one)));
    for (const { work } of due) work();
    await turn();
  };
  return { freshness, asked, heard, answers, answer, clock, beBusy, pass };
}

it('asks once for all that come before it asks, and once more for those that come later', async () => {
  const { freshness, asked, answer, clock } = freshnessOf();
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
  const { freshness, heard, answer } = freshnessOf();
  const current = freshness.current();
  await turn();
  await answer('110:110:', { changes: [change] });
  expect(heard.map(({ changes }) => changes)).toEqual([[change]]);
  expect(await current).toBe(true);
  expect(freshness.snapshot.text).toBe('110:110:');
});

it('takes a lease where look-ups come thick, and then asks nobody until it is over', async () => {
  const { freshness, asked, answer, clock, beBusy } = freshnessOf();
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
  const { freshness, answer, clock, beBusy } = freshnessOf();
  await beBusy();
  void freshness.current();
  await turn();
  clock.nowMs += 200;
  await answer('100:100:', { leased: true });
  expect(freshness.current()).not.toBe(true);
});

it('renews a lease while it lasts, and waits for nobody', async () => {
  const { freshness, asked, answer, clock, beBusy } = freshnessOf();
  await beBusy();
  void freshness.current();
  await turn();
  await answer('100:100:', { leased: true });
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
  const { freshness, asked, answer, beBusy, pass } = freshnessOf();
  await beBusy();
  void freshness.current();
  await turn();
  await answer('100:100:', { leased: true });
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
  const { freshness, asked, answer, beBusy, pass } = freshnessOf();
  await beBusy();
  void freshness.current();
  await turn();
  await answer('100:100:', { leased: true });
  await pass(75);
  await answer('100:100:', { leased: false });
  const count = asked.length;
  for (let at = 0; at < 20; at++) await pass(50);
  expect(asked).toHaveLength(count);
});

it('asks again a moment after a lease was refused, as others may be taking one', async () => {
  const { freshness, asked, answer, clock, beBusy } = freshnessOf();
  await beBusy();
  void freshness.current();
  await turn();
  await answer('100:100:', { leased: true });
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
  const { freshness, asked, answer, clock, beBusy } = freshnessOf();
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
  const { freshness, asked, answer, clock, beBusy } = freshnessOf();
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
  const { freshness, asked, answer, clock, beBusy } = freshnessOf();
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

it('knows nothing any more once the database does not know the copy', async () => {
  const { freshness, answers, clock } = freshnessOf();
  const current = freshness.current();
  await turn();
  answers.shift()!(undefined);
  expect(await current).toBe(false);
  expect(clock.forgotten).toBe(1);
  expect(await freshness.current()).toBe(false);
});

it('fails for those that waited, and asks again for the next', async () => {
  const { freshness, answers, asked, answer } = freshnessOf();
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
  const { freshness, asked, answer } = freshnessOf();
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
