// Kills the bridge, the listener and ActiveMQ at random moments, alone and in pairs, while changes are made. Afterwards
// every change must have been received, and the changes of each AU in order.
import { setTimeout as sleep } from 'node:timers/promises';
import { type BridgedNode, startBridgedNode } from './bridged-node.ts';
import { type AcknowledgedChanges, type ChangesPlan, makeBridgeChanges } from './changes.ts';
import { findMessageFaults, listMessageIds } from './message-faults.ts';

export interface BridgeKillPlan extends ChangesPlan {
  readonly classPath: string;
  readonly aus: number;
  readonly forMs: number;
  readonly say: (words: string) => void;
}

export interface BridgeKillOutcome {
  readonly kills: Readonly<Record<PartName, number>>;
  /** Number of times two processes were killed together. */
  readonly together: number;
  readonly changes: number;
  readonly received: number;
  /** Number of messages that were received more than once. */
  readonly again: number;
  /** Descriptions of missing and misordered messages. */
  readonly faults: readonly string[];
}

type PartName = keyof BridgedNode['parts'];

/** Processes that are killed together. */
const VICTIMS: readonly (readonly PartName[])[] = [
  ['broker'],
  ['bridge'],
  ['listener'],
  ['broker', 'bridge'],
  ['broker', 'listener'],
  ['bridge', 'listener'],
];
/** Maximum time to wait for the next message after a kill. */
const RETURN_MS = 20_000;
/** Time without a new message after which the drill stops waiting. */
const SILENCE_MS = 60_000;

export async function killBridgeParts(plan: BridgeKillPlan): Promise<BridgeKillOutcome> {
  const { aus, say, classPath } = plan;
  const node = await startBridgedNode(classPath, { settle: '0s' });
  say('all of it runs');
  const auids = Array.from({ length: aus }, (_, i) => `org|lockss|plugin|NamedPlugin&handle~drill${i}`);
  const done: AcknowledgedChanges = new Map();
  const stop = new AbortController();
  const changing = makeBridgeChanges(node, plan, auids, done, stop.signal);
  // If a change fails, the race rejects and the drill ends immediately.
  const kills = await Promise.race([killInTurn(node, plan, done), changing.then(() => waitForever())]);
  stop.abort();
  await changing;
  await waitForAllMessages(node, done);
  const ids = listMessageIds(node.received());
  return {
    ...kills,
    changes: countChanges(done),
    received: ids.length,
    again: ids.length - new Set(ids).size,
    faults: findMessageFaults(done, node.received()),
  };
}

const waitForever = (): Promise<never> => new Promise(() => undefined);
const countChanges = (done: AcknowledgedChanges): number =>
  [...done.values()].reduce((sum, words) => sum + words.length, 0);

async function killInTurn(
  node: BridgedNode,
  { forMs, random, say }: BridgeKillPlan,
  done: AcknowledgedChanges,
) {
  const kills = { broker: 0, bridge: 0, listener: 0 };
  let together = 0;
  let turns: (readonly PartName[])[] = [];
  for (const endMs = performance.now() + forMs; performance.now() < endMs; ) {
    // Causes most kills to occur while the backlog is being delivered, and some before all processes have reconnected.
    if (random() < 0.7) await waitForMessages(node);
    await sleep(random() * 2_000);
    if (turns.length === 0) turns = shuffle(VICTIMS, random);
    const names = turns.pop()!;
    await Promise.all(names.map((name) => node.parts[name].kill()));
    for (const name of names) kills[name] += 1;
    if (names.length > 1) together += 1;
    await Promise.all(names.map((name) => sleep(random() * 700).then(node.parts[name].start)));
    const received = listMessageIds(node.received()).length;
    say(`killed and back: ${names.join(' and ')}; ${countChanges(done)} changes, ${received} messages heard`);
  }
  return { kills, together };
}

function shuffle<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, by: random() }))
    .sort((a, b) => a.by - b.by)
    .map(({ one }) => one);
}

async function waitForMessages({ received }: BridgedNode): Promise<void> {
  const before = received().length;
  for (const endMs = performance.now() + RETURN_MS; performance.now() < endMs; await sleep(20)) {
    if (received().length > before) return;
  }
}

async function waitForAllMessages(node: BridgedNode, done: AcknowledgedChanges): Promise<void> {
  let [received, sinceMs] = [0, performance.now()];
  while (performance.now() - sinceMs < SILENCE_MS && findMessageFaults(done, node.received()).length > 0) {
    await sleep(500);
    if (node.received().length > received) [received, sinceMs] = [node.received().length, performance.now()];
  }
}
