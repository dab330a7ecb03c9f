// kill -9 of backups and of restores at random instants of their work: each is given again until it comes to its end, and
// then has what one that nobody hindered would have.
import { setTimeout as sleep } from 'node:timers/promises';
import { makeWarc } from '@holdfast/testkit';
import { keep } from '../support/keep.ts';
import { runNode } from './busy-node.ts';
import { backUp, type NodePlace, start } from './run-backup.ts';

export interface KilledPlan {
  readonly node: NodePlace;
  readonly destination: string;
  /** Of each that were still at work. */
  readonly kills: number;
  /** 0 ≤ n < 1. */
  random(): number;
  emptyPlace(): Promise<NodePlace>;
}

export interface KilledCounts {
  readonly backups: number;
  readonly restores: number;
  /** Of the node, and of each that was restored. */
  readonly artifacts: number;
}

type Started = Awaited<ReturnType<typeof start>>;

/** How often one was killed at work. Throws what was not as it should be. */
export async function killedAndRepeated(plan: KilledPlan): Promise<KilledCounts> {
  const { node, destination, emptyPlace } = plan;
  const before = await filled(node);
  let folders = 0;
  let folder = `${destination}-0`;
  const backups = await killAtWork(plan, {
    begin: () => start(node, 'backup', folder, '--quiet'),
    ended: async () => {
      folder = `${destination}-${++folders}`;
    },
  });
  await backUp(node, folder);

  let place = await emptyPlace();
  const judge = async () => {
    await judgePlace(place, before);
    place = await emptyPlace();
  };
  const begin = () => start(place, 'restore', folder, '--quiet');
  const restores = await killAtWork(plan, { begin, ended: judge });
  await endedWell(await begin());
  await judge();
  return { backups, restores, artifacts: before.length };
}

/** Artifacts of the node, filled and stopped. */
async function filled(node: NodePlace) {
  const { repository, stop } = await runNode(node);
  for (let i = 0; i < 20; i++) {
    await repository.client.importArchive(makeWarc(100, 20_000, `${i}`).bytes, { auid: `au ${i % 5}` });
  }
  const artifacts = await artifactsOf(repository.client);
  await stop();
  return artifacts;
}

interface Work {
  /** Begins, or goes on with what was killed. */
  begin(): Promise<Started>;
  /** It came to its end before it was killed: the next one begins anew. */
  ended(): Promise<void>;
}

/**
 * Kills as often as planned, at instants of the time that one takes. That time is learnt on the way: a machine may be busy,
 * and what goes on with another's work has less of it. Answers how many were killed at work; three times as many are begun
 * at most.
 */
async function killAtWork({ kills, random }: KilledPlan, { begin, ended }: Work): Promise<number> {
  let killed = 0;
  let takesMs = 1_000;
  for (let begun = 0; killed < kills && begun < 3 * kills; begun++) {
    const begunMs = performance.now();
    const started = await begin();
    const isEnded = started.exited.then(() => true);
    if (await Promise.race([sleep((0.1 + 0.9 * random()) * takesMs, false), isEnded])) {
      await endedWell(started);
      takesMs = performance.now() - begunMs;
      await ended();
      continue;
    }
    await started.kill9();
    const { signal } = await started.exited;
    if (signal === 'SIGKILL') {
      killed++;
      takesMs *= 1.1;
    }
  }
  return killed;
}

async function endedWell(started: Started): Promise<void> {
  const { code } = await started.exited;
  if (code !== 0) throw new Error(`it ended with ${code}: ${started.output()}`);
}

/** A node restored there has these artifacts, and nothing is wrong with any. */
async function judgePlace(place: NodePlace, artifacts: readonly object[]): Promise<void> {
  for (const command of ['verify', 'fixity']) {
    const { repositoryUrl: databaseUrl, objectStore, env = {} } = place;
    const judged = await keep<object>({ databaseUrl, objectStore, env }, command);
    if (judged.code !== 0) throw new Error(`keep ${command}: ${judged.output}`);
  }
  const { repository, stop } = await runNode(place);
  const restored = await artifactsOf(repository.client);
  await stop();
  if (JSON.stringify(restored) !== JSON.stringify(artifacts))
    throw new Error('the restored node has other artifacts');
}

/** Without where each is stored: a restored node has a bucket of its own. */
async function artifactsOf(client: Awaited<ReturnType<typeof runNode>>['repository']['client']) {
  const listings = await Promise.all([0, 1, 2, 3, 4].map((au) => client.artifacts(`au ${au}`)));
  return listings.flat().map(({ storageUrl: _storageUrl, ...artifact }) => artifact);
}
