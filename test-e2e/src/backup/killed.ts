// kill -9 of backups and of restores at random instants: each is given again until it comes to its end, and then has what
// one that nobody hindered would have.
import { setTimeout as sleep } from 'node:timers/promises';
import { makeWarc } from '@holdfast/testkit';
import { keep } from '../support/keep.ts';
import { runNode } from './busy-node.ts';
import { backUp, type NodePlace, start } from './run-backup.ts';

export interface KilledPlan {
  readonly node: NodePlace;
  readonly destination: string;
  /** Of each. */
  readonly kills: number;
  /** 0 ≤ n < 1. */
  random(): number;
  emptyPlace(): Promise<NodePlace>;
}

/** Answers how often one was still at work when it was killed. Throws what was not as it should be. */
export async function killedAndRepeated(plan: KilledPlan): Promise<{ killed: number; artifacts: number }> {
  const { node, destination, kills, random } = plan;
  const full = await runNode(node);
  for (let i = 0; i < 20; i++) {
    await full.repository.client.importArchive(makeWarc(100, 20_000, `${i}`).bytes, { auid: `au ${i % 5}` });
  }
  const before = await artifactsOf(full.repository.client);
  await full.stop();
  // As long as one takes that nobody hinders, on a machine that may be busy.
  const begunMs = performance.now();
  await backUp(node, `${destination}-unhindered`);
  const wholeMs = performance.now() - begunMs;
  const instant = () => (0.3 + 0.7 * random()) * wholeMs;
  let killed = 0;
  for (let i = 0; i < kills; i++) killed += await killedAfter(instant(), node, 'backup', destination);
  await backUp(node, destination);

  const place = await plan.emptyPlace();
  for (let i = 0; i < kills; i++) killed += await killedAfter(instant(), place, 'restore', destination);
  const last = await start(place, 'restore', destination, '--quiet');
  const { code } = await last.exited;
  // One that was not killed in time has left a whole node, which is not restored into again.
  if (code !== 0 && !last.output().includes('is not empty')) throw new Error(`the restore: ${last.output()}`);
  for (const command of ['verify', 'fixity']) {
    const { repositoryUrl: databaseUrl, objectStore, env = {} } = place;
    const judged = await keep<object>({ databaseUrl, objectStore, env }, command);
    if (judged.code !== 0) throw new Error(`keep ${command}: ${judged.output}`);
  }
  const restored = await runNode(place);
  const after = await artifactsOf(restored.repository.client);
  await restored.stop();
  if (JSON.stringify(after) !== JSON.stringify(before))
    throw new Error('the restored node has other artifacts');
  return { killed, artifacts: after.length };
}

async function killedAfter(ms: number, place: NodePlace, ...words: string[]): Promise<0 | 1> {
  const started = await start(place, ...words, '--quiet');
  await Promise.race([sleep(ms), started.exited]);
  await started.kill9();
  const { signal } = await started.exited;
  return signal === 'SIGKILL' ? 1 : 0;
}

async function artifactsOf(client: Awaited<ReturnType<typeof runNode>>['repository']['client']) {
  const listings = await Promise.all([0, 1, 2, 3, 4].map((au) => client.artifacts(`au ${au}`)));
  return listings.flat();
}
