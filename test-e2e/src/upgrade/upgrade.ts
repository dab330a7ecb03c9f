// Tests an upgrade. A new build starts next to an old build and serves the data of the old build. While both run, each
// build reads and changes data that the other build has written. Then the old build stops, and restarts on data that
// the new build has written.
import { createHash } from 'node:crypto';
import type { TestRepositoryClient } from '@holdfast/testkit';
import { fillWholeNode, makeAuid, readEverything } from '../config-replicas/whole-node.ts';
import { readOneForm, startTraffic, type Traffic } from '../keeping/traffic.ts';
import { compareDumps, dumpRepository } from '../rebuild/dump.ts';
import { usageHosts, useRepository } from '../rebuild/use.ts';
import { runKeepCommand } from '../support/keep.ts';
import { createRandomFromSeed } from '../support/seeded.ts';
import {
  launchNode,
  type NodeStorage,
  type RunningBuild,
  startNode,
  waitForRefusal,
} from './running-build.ts';

export interface UpgradePlan {
  /** Folder of the old build and of the new build. If undefined, this build. */
  old: string | undefined;
  next: string | undefined;
  place: NodeStorage;
  /**
   * Approximate number of artifacts before the upgrade. `meanwhile`: minimum number of artifacts that each build adds
   * while both run.
   */
  artifacts: number;
  meanwhile: number;
  seed: number;
  say(words: string): void;
}

export interface UpgradeOutcome {
  artifacts: number;
  /** Number of reads while both builds were running. */
  reads: number;
  written: number;
  /** Reason why the old build refused the data of the new build; undefined if it accepted the data. */
  rollbackRefused: string | undefined;
}

/** Runs the drill. Throws as soon as a check fails. */
export async function runUpgradeDrill(plan: UpgradePlan): Promise<UpgradeOutcome> {
  const { place, seed, say } = plan;
  const old = await startNode(plan.old, place);
  await fillWholeNode(old);
  await useRepository({ client: old.repository.client, seed, artifacts: plan.artifacts });
  const before = await readState(old);
  const artifacts = await checkPayloads(old.repository.client, before);
  say(`The old build wrote ${artifacts} artifacts and a configuration.`);

  const next = await startNode(plan.next, place);
  await expectSameState(next, before, 'the new build, of what the old one wrote');
  await checkPayloads(next.repository.client, before);
  await expectSameState(old, before, 'the old build, of its own, beside the new one');
  say('The new build serves all of it, and the old one still does.');

  const { reads, written } = await useBothBuilds(old, next, plan);
  const both = await readState(next);
  await expectSameState(old, both, 'the old build, of what both wrote');
  await checkPayloads(old.repository.client, both);
  await checkPayloads(next.repository.client, both);
  say(`Side by side: ${reads} reads, ${written} artifacts written; each served what the other wrote.`);

  await old.stop();
  await expectSameState(next, both, 'the new build, alone');
  const rollbackRefused = await rollBack(next, plan);
  say(
    rollbackRefused === undefined
      ? 'The old build started again on what the new one left, and both went on.'
      : `The old build does not start again on what the new one left: ${rollbackRefused}`,
  );
  const last = await readState(next);
  await checkPayloads(next.repository.client, last);
  await next.stop();
  await verifyStore(plan);
  return { artifacts, reads, written, rollbackRefused };
}

/** All data that both services of a node return. */
interface NodeSnapshot {
  repository: string[];
  config: Record<string, unknown>;
}

async function readState({ repository, config }: RunningBuild): Promise<NodeSnapshot> {
  return {
    repository: await dumpRepository(repository.client, [...usageHosts, 'traffic.example']),
    config: await readEverything({ config, repository }),
  };
}

async function expectSameState(node: RunningBuild, before: NodeSnapshot, who: string): Promise<void> {
  const now = await readState(node);
  compareDumps(before.repository, now.repository, who);
  for (const [path, answer] of Object.entries(before.config)) {
    const [was, is] = [JSON.stringify(answer), JSON.stringify(now.config[path])];
    if (was !== is) throw new Error(`${who}: ${path} was\n${was}\nand is\n${is}`);
  }
}

/** Checks every payload against its digest. Returns the number of payloads. */
async function checkPayloads(client: TestRepositoryClient, { repository }: NodeSnapshot): Promise<number> {
  const lines = repository.filter((line) => line.startsWith('au '));
  const listed = lines.map((line) => JSON.parse(line.slice('au '.length)) as Record<string, string>);
  for (const { uuid, namespace, contentDigest } of listed) {
    const bytes = await client.bytes(`/artifacts/${uuid}/payload`, { namespace });
    const digest = `SHA-256:${createHash('sha256').update(bytes).digest('hex')}`;
    if (digest !== contentDigest) throw new Error(`${uuid} has ${contentDigest} and reads as ${digest}`);
  }
  return listed.length;
}

async function useBothBuilds(one: RunningBuild, other: RunningBuild, { meanwhile, seed }: UpgradePlan) {
  const nodes = [one, other] as const;
  const [here, there] = nodes.map(({ repository: { client } }, i) =>
    startTraffic({
      client,
      random: createRandomFromSeed(seed + i),
      namespace: 'busy',
      readers: 2,
      writers: 2,
    }),
  ) as [Traffic, Traffic];
  for (let round = 0; here.known.length < meanwhile || there.known.length < meanwhile; round++) {
    await checkConfigurationPasses(nodes[round % 2]!, nodes[(round + 1) % 2]!, round);
    if (here.failed() || there.failed()) break;
  }
  await here.stop();
  await there.stop();
  await readAllArtifacts(other, here);
  await readAllArtifacts(one, there);
  return { reads: here.reads() + there.reads(), written: here.known.length + there.known.length };
}

/** Checks that a configuration change through one build is visible through the other. */
async function checkConfigurationPasses(from: RunningBuild, to: RunningBuild, round: number): Promise<void> {
  const auid = makeAuid('2024');
  const lastCrawlTime = 1_700_000_000_000 + round;
  await from.client.patchAuState({ auid, body: { lastCrawlTime } });
  const state = await to.client.getAuState({ auid });
  if (state.lastCrawlTime !== lastCrawlTime)
    throw new Error(`a state was not seen: ${JSON.stringify(state)}`);
}

async function readAllArtifacts({ repository: { client } }: RunningBuild, { known }: Traffic): Promise<void> {
  for (const one of known.filter(({ gone }) => !gone)) {
    for (const form of [0, 1, 2]) await readOneForm({ client, namespace: 'busy' }, one, form);
  }
}

async function rollBack(next: RunningBuild, plan: UpgradePlan): Promise<string | undefined> {
  const back = await launchNode(plan.old, plan.place);
  const refused = await waitForRefusal(back);
  if (refused === undefined) {
    await useBothBuilds(back, next, {
      ...plan,
      meanwhile: Math.ceil(plan.meanwhile / 3),
      seed: plan.seed + 10,
    });
    await expectSameState(back, await readState(next), 'the old build, started again');
  }
  await back.stop();
  return refused;
}

async function verifyStore({ next, place }: UpgradePlan): Promise<void> {
  const { repositoryDatabaseUrl: databaseUrl, objectStore, env = {} } = place;
  const { code, output } = await runKeepCommand({ databaseUrl, objectStore, env, build: next }, 'verify');
  if (code !== 0) throw new Error(`index and store differ: ${output}`);
}
