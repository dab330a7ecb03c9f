// Backs up a node repeatedly under load, then restores each backup into an empty node.
import { setTimeout as sleep } from 'node:timers/promises';
import { runKeepCommand } from '../support/keep.ts';
import { type AcknowledgedContent, checkAcknowledged, startBackupNode, startBusyNode } from './busy-node.ts';
import { type BackupResult, backUp, type NodeEndpoints, runBackupCommand } from './run-backup.ts';

export interface BackupPlan {
  readonly seed: number;
  readonly node: NodeEndpoints;
  readonly destination: string;
  /** Number of backups to make under load. */
  readonly rounds: number;
  /** Time between two backups, in milliseconds. */
  readonly roundMs: number;
  readonly pauseMs: number;
  /** Commands of `holdfast keep` that check a restored node. */
  readonly judges: readonly string[];
  /** Returns a new, empty node to restore into. */
  emptyPlace(): Promise<NodeEndpoints>;
  say(words: string): void;
}

export interface BackupOutcome {
  readonly busy: readonly BackupResult[];
  /** Result of the backup that is made after the load has ended. */
  readonly resting: BackupResult;
  /** Number of acknowledged artifacts found in each restored node. */
  readonly found: readonly number[];
}

/** Runs the drill. Throws as soon as a check fails. */
export async function backUpUnderLoad(plan: BackupPlan): Promise<BackupOutcome> {
  const { node, destination, say } = plan;
  const busy: BackupResult[] = [];
  const known: AcknowledgedContent[] = [];
  const load = await startBusyNode(node, plan);
  while (load.acknowledged().artifacts.length < 20) await sleep(20);
  for (let round = 0; round < plan.rounds; round++) {
    known.push(load.acknowledged());
    busy.push(await backUp(node, destination));
    say(`backup ${round + 1}: ${JSON.stringify(busy.at(-1))}`);
    await sleep(plan.roundMs);
  }
  await load.stop();
  const resting = await backUp(node, destination);
  const found: number[] = [];
  for (const [round, { id }] of busy.entries()) {
    found.push(await restoreAndCheck(plan, id, known[round]!));
    say(`restored ${id}: ${found.at(-1)} artifacts read back`);
  }
  return { busy, resting, found };
}

async function restoreAndCheck(plan: BackupPlan, id: string, known: AcknowledgedContent): Promise<number> {
  const place = await plan.emptyPlace();
  const { code, output } = await runBackupCommand(place, 'restore', plan.destination, '--id', id, '--quiet');
  if (code !== 0 || output !== '') throw new Error(`the restore of ${id} ended with ${code}: ${output}`);
  await throwUnlessWhole(place, plan.judges);
  const node = await startBackupNode(place);
  const count = await checkAcknowledged(node, known);
  await node.stop();
  return count;
}

async function throwUnlessWhole(
  { repositoryUrl: databaseUrl, objectStore, env = {} }: NodeEndpoints,
  judges: readonly string[],
): Promise<void> {
  for (const command of judges) {
    const { code, output } = await runKeepCommand<object>({ databaseUrl, objectStore, env }, command);
    if (code !== 0) throw new Error(`keep ${command} of the restored node ended with ${code}: ${output}`);
  }
}
