// The drill: bridge, listener and ActiveMQ are killed at random while changes are made; then everything must have been heard,
// in order for each AU.
import { setTimeout as sleep } from 'node:timers/promises';
import { configClient, repositoryClient } from '@holdfast/client';
import { type Heard, type PlayedNode, password, playNode } from './played-node.ts';

export interface KillingPlan {
  readonly classPath: string;
  readonly aus: number;
  readonly forMs: number;
  /** Time between two changes of an AU, on average. */
  readonly pauseMs: number;
  /** 0 ≤ n < 1. */
  readonly random: () => number;
  readonly say: (words: string) => void;
}

export interface Killed {
  readonly kills: Readonly<Record<string, number>>;
  readonly changes: number;
  readonly heard: number;
  /** Messages that came more than once. */
  readonly again: number;
  /** What was not heard, or not in its order; empty when all is well. */
  readonly faults: readonly string[];
}

/** What was done to one AU, in the order in which it was acknowledged; as a listener is told of it. */
interface Done {
  readonly auid: string;
  readonly states: string[];
  readonly artifacts: string[];
}

const PATIENCE_MS = 180_000;

export async function killTheBridge(plan: KillingPlan): Promise<Killed> {
  const { aus, forMs, random, say, classPath } = plan;
  const node = await playNode(classPath, { settle: '0s' });
  say('all of it runs');
  const done = Array.from({ length: aus }, (_, i): Done => {
    return { auid: `org|lockss|plugin|NamedPlugin&handle~drill${i}`, states: [], artifacts: [] };
  });
  const stop = new AbortController();
  const writers = done.flatMap((one) => [
    writeStates(node, plan, one, stop.signal),
    writeArtifacts(node, plan, one, stop.signal),
  ]);
  const kills = { broker: 0, bridge: 0, listener: 0 };
  const names = Object.keys(kills) as (keyof typeof kills)[];
  for (const endMs = performance.now() + forMs; performance.now() < endMs; ) {
    await sleep(500 + random() * 4_000);
    const name = names[Math.floor(random() * names.length)]!;
    await node.parts[name].kill();
    kills[name] += 1;
    await sleep(random() * 2_000);
    await node.parts[name].start();
    say(
      `${name} was killed, and is back; ${count(done)} changes, ${idsOf(node.heard()).length} messages heard`,
    );
  }
  stop.abort();
  await Promise.all(writers);
  await heardAll(node, done);
  const ids = idsOf(node.heard());
  return {
    kills,
    changes: count(done),
    heard: ids.length,
    again: ids.length - new Set(ids).size,
    faults: done.flatMap((one) => faultsOf(one, node.heard())),
  };
}

const count = (done: readonly Done[]): number =>
  done.reduce((sum, { states, artifacts }) => sum + states.length + artifacts.length, 0);
const idsOf = (heard: readonly Heard[]): string[] => heard.flatMap(({ id }) => (id ? [id] : []));

async function writeStates(
  { configUrl }: PlayedNode,
  { pauseMs, random }: KillingPlan,
  { auid, states }: Done,
  signal: AbortSignal,
): Promise<void> {
  const client = configClient({ url: configUrl, user: 'admin', password });
  for (let number = 1; !signal.aborted; number++) {
    await client.patchAuState({ auid, body: { lastCrawlTime: number } });
    states.push(String(number));
    await sleep(pauseMs * 2 * random());
  }
  client.close();
}

/** Versions of one URL: each is created, committed, and every third deleted. */
async function writeArtifacts(
  { repository }: PlayedNode,
  { pauseMs, random }: KillingPlan,
  { auid, artifacts }: Done,
  signal: AbortSignal,
): Promise<void> {
  const client = repositoryClient({ url: repository.url, user: 'admin', password });
  for (let number = 1; !signal.aborted; number++) {
    const payload = Buffer.from(`content ${number}`);
    const made = await client.create({ properties: { auid, uri: 'http://example.org/' }, payload });
    if (!('artifact' in made)) throw new Error('new content was taken for a duplicate');
    const { version } = made.artifact;
    const uuid = made.artifact.uuid!;
    await client.updateArtifact({ uuid, body: { committed: true } });
    artifacts.push(`Commit ${version}`);
    if (number % 3 === 0) {
      await client.deleteArtifact({ uuid });
      artifacts.push(`Delete ${version}`);
    }
    await sleep(pauseMs * 2 * random());
  }
  client.close();
}

async function heardAll(node: PlayedNode, done: readonly Done[]): Promise<void> {
  for (const endMs = performance.now() + PATIENCE_MS; performance.now() < endMs; await sleep(500)) {
    const heard = node.heard();
    if (done.every((one) => faultsOf(one, heard).length === 0)) return;
  }
}

/** By their first arrival, messages are to come in the order of the changes, and none is to be missing. */
function faultsOf({ auid, states, artifacts }: Done, heard: readonly Heard[]): string[] {
  const first = firstOnly(heard);
  const ofStates = first.flatMap(({ map }) =>
    map?.name === 'AuState' && map.auid === auid
      ? [String((JSON.parse(map.json!) as { lastCrawlTime: number }).lastCrawlTime)]
      : [],
  );
  const ofArtifacts = first.flatMap(({ map }) => {
    const key = map?.ArtifactKey;
    const isOf = map?.CacheAction === 'InvalidateArt' && key?.split(':')[1] === auid;
    return isOf ? [`${map.InvalidateOp} ${key!.slice(key!.lastIndexOf(':') + 1)}`] : [];
  });
  return [
    ...difference(`states of ${auid}`, states, ofStates),
    ...difference(`artifacts of ${auid}`, artifacts, ofArtifacts),
    ...heard.flatMap(({ fault }) => (fault === undefined ? [] : [fault])),
  ];
}

function firstOnly(heard: readonly Heard[]): Heard[] {
  const seen = new Set<string>();
  return heard.filter(({ id }) => {
    if (!id || seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

/** A change whose answer was lost may have been made. */
function difference(what: string, wanted: readonly string[], found: readonly string[]): string[] {
  const at = wanted.findIndex((one, i) => found[i] !== one);
  if (at !== -1)
    return [`${what}: ${wanted[at]} was to be the ${at + 1}th, and is ${found[at] ?? 'missing'}`];
  return found.length > wanted.length ? [`${what}: ${found.length - wanted.length} more than were made`] : [];
}
