// Kills backups and restores with SIGKILL at random moments and repeats each until it finishes. The restored node must
// equal the original.
import { setTimeout as sleep } from 'node:timers/promises';
import { makeWarc } from '@holdfast/testkit';
import { runKeepCommand } from '../support/keep.ts';
import { startBackupNode } from './busy-node.ts';
import { backUp, type NodeEndpoints, startBackupCommand } from './run-backup.ts';

export interface KillPlan {
  readonly node: NodeEndpoints;
  readonly destination: string;
  /** Number of times to kill a backup, and number of times to kill a restore. */
  readonly kills: number;
  /** Returns a random number in [0, 1). */
  random(): number;
  emptyPlace(): Promise<NodeEndpoints>;
}

export interface KillCounts {
  readonly backups: number;
  readonly restores: number;
  /** Number of artifacts in the node; each restored node has the same number. */
  readonly artifacts: number;
}

type RunningBackup = Awaited<ReturnType<typeof startBackupCommand>>;

/** Runs the drill. Returns how often a running process was killed. Throws as soon as a check fails. */
export async function killAndRepeat(plan: KillPlan): Promise<KillCounts> {
  const { node, destination, emptyPlace } = plan;
  const before = await fillNode(node);
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
    await checkRestoredNode(place, before);
    place = await emptyPlace();
  };
  const begin = () => startBackupCommand(place, 'restore', folder, '--quiet');
  const restores = await killAtWork(plan, { begin, ended: judge });
  await waitForSuccess(await begin());
  await judge();
  return { backups, restores, artifacts: before.length };
}

/** Imports content, stops the node and returns its artifacts. */
async function fillNode(node: NodeEndpoints) {
  const { repository, stop } = await startBackupNode(node);
  for (let i = 0; i < 20; i++) {
    await repository.client.importArchive(makeWarc(100, 20_000, `${i}`).bytes, { auid: `au ${i % 5}` });
  }
  const artifacts = await collectArtifacts(repository.client);
  await stop();
  return artifacts;
}

interface KillableWork {
  /** Starts the command. After a kill, the command resumes its work. */
  begin(): Promise<RunningBackup>;
  /** Called if the command finished before the kill; prepares a run from scratch. */
  ended(): Promise<void>;
}

/**
 * Kills the command at random moments until the planned number of kills is reached, with at most three starts per kill.
 * Keeps adapting the estimated duration, because resumed runs are shorter and the machine may be busy. Returns the
 * number of kills that hit a running process.
 */
async function killAtWork({ kills, random }: KillPlan, { begin, ended }: KillableWork): Promise<number> {
  let killed = 0;
  let takesMs = 1_000;
  for (let begun = 0; killed < kills && begun < 3 * kills; begun++) {
    const begunMs = performance.now();
    const started = await begin();
    const isEnded = started.exited.then(() => true);
    if (await Promise.race([sleep((0.1 + 0.9 * random()) * takesMs, false), isEnded])) {
      await waitForSuccess(started);
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

async function waitForSuccess(started: RunningBackup): Promise<void> {
  const { code } = await started.exited;
  if (code !== 0) throw new Error(`it ended with ${code}: ${started.output()}`);
}

/** Throws unless a restored node has exactly these artifacts, all undamaged. */
async function checkRestoredNode(place: NodeEndpoints, artifacts: readonly object[]): Promise<void> {
  for (const command of ['verify', 'fixity']) {
    const { repositoryUrl: databaseUrl, objectStore, env = {} } = place;
    const judged = await runKeepCommand<object>({ databaseUrl, objectStore, env }, command);
    if (judged.code !== 0) throw new Error(`keep ${command}: ${judged.output}`);
  }
  const { repository, stop } = await startBackupNode(place);
  const restored = await collectArtifacts(repository.client);
  await stop();
  if (JSON.stringify(restored) !== JSON.stringify(artifacts))
    throw new Error('the restored node has other artifacts');
}

/** Lists all artifacts without their storage URLs, because the restored node uses another bucket. */
async function collectArtifacts(client: Awaited<ReturnType<typeof startBackupNode>>['repository']['client']) {
  const listings = await Promise.all([0, 1, 2, 3, 4].map((au) => client.artifacts(`au ${au}`)));
  return listings.flat().map(({ storageUrl: _storageUrl, ...artifact }) => artifact);
}
