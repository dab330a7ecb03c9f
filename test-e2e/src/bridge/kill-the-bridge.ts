// The drill: bridge, listener and ActiveMQ are killed at random, alone and two at a time, while changes are made; then
// everything must have been heard, in order for each AU.
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChangesPlan, changeAll, type Done } from './changes.ts';
import { faultsOf, idsOf } from './faults-heard.ts';
import { type PlayedNode, playNode } from './played-node.ts';

export interface KillingPlan extends ChangesPlan {
  readonly classPath: string;
  readonly aus: number;
  readonly forMs: number;
  readonly say: (words: string) => void;
}

export interface Killed {
  readonly kills: Readonly<Record<PartName, number>>;
  /** Times at which two were killed together. */
  readonly together: number;
  readonly changes: number;
  readonly heard: number;
  /** Messages that came more than once. */
  readonly again: number;
  /** What was not heard, or not in its order; empty when all is well. */
  readonly faults: readonly string[];
}

type PartName = keyof PlayedNode['parts'];

/** Each alone, and each with each other. */
const VICTIMS: readonly (readonly PartName[])[] = [
  ['broker'],
  ['bridge'],
  ['listener'],
  ['broker', 'bridge'],
  ['broker', 'listener'],
  ['bridge', 'listener'],
];
/** In so long all have found each other again. */
const RETURN_MS = 20_000;
/** For so long nothing was heard any more. */
const SILENCE_MS = 60_000;

export async function killTheBridge(plan: KillingPlan): Promise<Killed> {
  const { aus, say, classPath } = plan;
  const node = await playNode(classPath, { settle: '0s' });
  say('all of it runs');
  const auids = Array.from({ length: aus }, (_, i) => `org|lockss|plugin|NamedPlugin&handle~drill${i}`);
  const done: Done = new Map();
  const stop = new AbortController();
  const changing = changeAll(node, plan, auids, done, stop.signal);
  // A change that fails ends the drill at once.
  const kills = await Promise.race([killInTurn(node, plan, done), changing.then(() => never())]);
  stop.abort();
  await changing;
  await heardAll(node, done);
  const ids = idsOf(node.heard());
  return {
    ...kills,
    changes: count(done),
    heard: ids.length,
    again: ids.length - new Set(ids).size,
    faults: faultsOf(done, node.heard()),
  };
}

const never = (): Promise<never> => new Promise(() => undefined);
const count = (done: Done): number => [...done.values()].reduce((sum, words) => sum + words.length, 0);

async function killInTurn(node: PlayedNode, { forMs, random, say }: KillingPlan, done: Done) {
  const kills = { broker: 0, bridge: 0, listener: 0 };
  let together = 0;
  let turns: (readonly PartName[])[] = [];
  for (const endMs = performance.now() + forMs; performance.now() < endMs; ) {
    // Most of them while what was left meanwhile is being told; some before anybody is back where it was.
    if (random() < 0.7) await heardMore(node);
    await sleep(random() * 2_000);
    if (turns.length === 0) turns = shuffled(VICTIMS, random);
    const names = turns.pop()!;
    await Promise.all(names.map((name) => node.parts[name].kill()));
    for (const name of names) kills[name] += 1;
    if (names.length > 1) together += 1;
    await Promise.all(names.map((name) => sleep(random() * 700).then(node.parts[name].start)));
    const heard = idsOf(node.heard()).length;
    say(`killed and back: ${names.join(' and ')}; ${count(done)} changes, ${heard} messages heard`);
  }
  return { kills, together };
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, by: random() }))
    .sort((a, b) => a.by - b.by)
    .map(({ one }) => one);
}

async function heardMore({ heard }: PlayedNode): Promise<void> {
  const before = heard().length;
  for (const endMs = performance.now() + RETURN_MS; performance.now() < endMs; await sleep(20)) {
    if (heard().length > before) return;
  }
}

async function heardAll(node: PlayedNode, done: Done): Promise<void> {
  let [heard, sinceMs] = [0, performance.now()];
  while (performance.now() - sinceMs < SILENCE_MS && faultsOf(done, node.heard()).length > 0) {
    await sleep(500);
    if (node.heard().length > heard) [heard, sinceMs] = [node.heard().length, performance.now()];
  }
}
