// A node backed up again and again under load, lost, and restored from every one of its backups.
import { setTimeout as sleep } from 'node:timers/promises';
import { keep } from '../support/keep.ts';
import { type Acknowledged, busyNode, runNode, throwUnlessThere } from './busy-node.ts';
import { type BackupResult, backUp, type NodePlace, run } from './run-backup.ts';

export interface BackupPlan {
  readonly seed: number;
  readonly node: NodePlace;
  readonly destination: string;
  /** Backups under load. */
  readonly rounds: number;
  /** Between two of them. */
  readonly roundMs: number;
  readonly pauseMs: number;
  /** Commands of `holdfast keep` by which a restored node is judged. */
  readonly judges: readonly string[];
  /** Another empty place each time. */
  emptyPlace(): Promise<NodePlace>;
  say(words: string): void;
}

export interface BackupOutcome {
  readonly busy: readonly BackupResult[];
  /** The first one of the node at rest. */
  readonly resting: BackupResult;
  /** Artifacts that were found in each restored node, of those that had been acknowledged. */
  readonly found: readonly number[];
}

/** Throws what was not as it should be. */
export async function backupUnderLoad(plan: BackupPlan): Promise<BackupOutcome> {
  const { node, destination, say } = plan;
  const busy: BackupResult[] = [];
  const known: Acknowledged[] = [];
  const load = await busyNode(node, plan);
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
    found.push(await restored(plan, id, known[round]!));
    say(`restored ${id}: ${found.at(-1)} artifacts read back`);
  }
  return { busy, resting, found };
}

async function restored(plan: BackupPlan, id: string, known: Acknowledged): Promise<number> {
  const place = await plan.emptyPlace();
  const { code, output } = await run(place, 'restore', plan.destination, '--id', id, '--quiet');
  if (code !== 0 || output !== '') throw new Error(`the restore of ${id} ended with ${code}: ${output}`);
  await throwUnlessWhole(place, plan.judges);
  const node = await runNode(place);
  const count = await throwUnlessThere(node, known);
  await node.stop();
  return count;
}

async function throwUnlessWhole(
  { repositoryUrl: databaseUrl, objectStore, env = {} }: NodePlace,
  judges: readonly string[],
): Promise<void> {
  for (const command of judges) {
    const { code, output } = await keep<object>({ databaseUrl, objectStore, env }, command);
    if (code !== 0) throw new Error(`keep ${command} of the restored node ended with ${code}: ${output}`);
  }
}
