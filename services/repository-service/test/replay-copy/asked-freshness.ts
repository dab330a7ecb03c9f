// Test helper: Freshness with a simulated database that answers on command and a clock set by the test.
import type { CopyNews } from '../../src/domain/replay/copy-news.ts';
import { parseSnapshot, type Snapshot } from '../../src/domain/replay/snapshot.ts';
import { Freshness } from '../../src/replay-copy/freshness.ts';

export const change = { xid: 105n, namespaceId: 1, lowest: 'a', highest: 'b' };
export const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

export function makeFreshness() {
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
  /** Makes as many look-ups as needed for the next one to take a lease. */
  const beBusy = async () => {
    void freshness.current();
    await turn();
    await answer('100:100:');
  };
  /** Takes a lease for a look-up. */
  const lease = async () => {
    await beBusy();
    void freshness.current();
    await turn();
    await answer('100:100:', { leased: true });
  };
  /** Advances the clock and runs what is due by then. */
  const pass = async (ms: number) => {
    clock.nowMs += ms;
    const due = later.filter(({ atMs }) => atMs <= clock.nowMs);
    later.splice(0, later.length, ...later.filter((one) => !due.includes(one)));
    for (const { work } of due) work();
    await turn();
  };
  return { freshness, asked, heard, answers, answer, clock, beBusy, lease, pass };
}
