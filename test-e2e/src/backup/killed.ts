// Kills (-9) backups and restores at random instants and repeats each until it finishes. The result must
// equal the result of an uninterrupted run.
import { setTimeout as sleep } from 'node:timers/promises';
import { makeWarc } from '@holdfast/testkit';
import { runKeepCommand } from '../support/keep.ts';
import { startBackupNode } from './busy-node.ts';
import { backUp, type NodePlace, startBackupCommand } from './run-backup.ts';

export interface KillPlan {
  readonly node: NodePlace;
  readonly destination: string;
  /** Number of kills of running backups, and of running restores. */
  readonly kills: number;
  /** Returns a number with 0 ≤ n < 1. */
  random(): number;
  emptyPlace(): Promise<NodePlace>;
}

export interface KillCounts {
  readonly backups: number;
  readonly restores: number;
  /** Number of artifacts in the node; each restored node has the same number. */
  readonly artifacts: number;
}

type Started = Awaited<ReturnType<typeof startBackupCommand>>;

/** Returns the number of kills of running processes. Throws at the first violation. */
export async function killAndRepeat(plan: KillPlan): Promise<KillCounts> {
  const { node, destination, emptyPlace } = plan;
  const before = await filled(node);
  let folders = 0;
  let folder = `${destination}-0`;
  const backups = await killAtWork(plan, {
    begin: () => startBackupCommand(node, 'backup', folder, '--quiet'),
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
  const begin = () => startBackupCommand(place, 'restore', folder, '--quiet');
  const restores = await killAtWork(plan, { begin, ended: judge });
  await endedWell(await begin());
  await judge();
  return { backups, restores, artifacts: before.length };
}

/** Fills the node, stops it and returns its artifacts. */
async function filled(node: NodePlace) {
  const { repository, stop } = await startBackupNode(node);
  for (let i = 0; i < 20; i++) {
    await repository.client.importArchive(makeWarc(100, 20_000, `${i}`).bytes, { auid: `au ${i % 5}` });
  }
  const artifacts = await artifactsOf(repository.client);
  await stop();
  return artifacts;
}

interface Work {
  /** Starts the work, or resumes it after a kill. */
  begin(): Promise<Started>;
  /** Called if the work finished before the kill. The next start then begins from scratch. */
  ended(): Promise<void>;
}

/**
 * Kills the work at random instants until the planned number is reached, with at most three starts per kill. Adapts its
 * estimate of the work's duration, because the machine may be busy and a resumed run is shorter. Returns the number of
 * kills of running processes.
 */
async function killAtWork({ kills, random }: KillPlan, { begin, ended }: Work): Promise<number> {
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

/** Checks a restored node. Throws unless it has exactly these artifacts, all of them undamaged. */
async function judgePlace(place: NodePlace, artifacts: readonly object[]): Promise<void> {
  for (const command of ['verify', 'fixity']) {
    const { repositoryUrl: databaseUrl, objectStore, env = {} } = place;
    const judged = await runKeepCommand<object>({ databaseUrl, objectStore, env }, command);
    if (judged.code !== 0) throw new Error(`keep ${command}: ${judged.output}`);
  }
  const { repository, stop } = await startBackupNode(place);
  const restored = await artifactsOf(repository.client);
  await stop();
  if (JSON.stringify(restored) !== JSON.stringify(artifacts))
    throw new Error('the restored node has other artifacts');
}

/** Omits the storage URL, because a restored node has another bucket. */
async function artifactsOf(client: Awaited<ReturnType<typeof startBackupNode>>['repository']['client']) {
  const listings = await Promise.all([0, 1, 2, 3, 4].map((au) => client.artifacts(`au ${au}`)));
  return listings.flat().map(({ storageUrl: _storageUrl, ...artifact }) => artifact);
}
