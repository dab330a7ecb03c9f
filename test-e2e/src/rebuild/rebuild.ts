// Fills a repository, drops its database and rebuilds it from the object store alone. Everything that the repository
// returns must be the same afterwards.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, type TestRepositoryClient } from '@holdfast/testkit';
import { runKeepCommand, startKeepAlone } from '../support/keep.ts';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';
import { compareDumps, dumpRepository } from './dump.ts';
import { type UsageOutcome, usageHosts, useRepository } from './use.ts';

export interface RebuildPlan {
  stores: readonly StorePlan[];
  seed: number;
  /** Approximate number of artifacts after the first use of the repository, which has `rounds` rounds. */
  artifacts: number;
  rounds: number;
  /**
   * Number of timed rebuilds from each store. The stores alternate, so that other load on the machine affects all of
   * them equally.
   */
  rebuilds: number;
  /** Number of times to kill another, untimed rebuild before it may finish. */
  kills: number;
  random(): number;
  say(words: string): void;
}

export interface StorePlan {
  /** Value of OBJECT_STORE: `fs:/path` or `s3:bucket`. */
  objectStore: string;
  env?: Record<string, string | undefined>;
  /** Number of times the repository is used. Between two uses, the index is dropped and rebuilt. */
  uses: number;
}

export interface RebuildOutcome {
  used: UsageOutcome;
  /** Number of lines in the dump. */
  lines: number;
  artifacts: number;
  bytes: number;
  /** Median duration of the timed rebuilds; 0 without timed rebuilds. */
  seconds: number;
  kills: number;
}

interface RebuildFigures {
  items: number;
  bytes: number;
  seconds: number;
  counts: Record<string, number>;
}

/** Returns one outcome per store. Throws if a rebuilt index differs from the original. */
export async function runRebuildDrill(plan: RebuildPlan): Promise<RebuildOutcome[]> {
  const lost: LostIndex[] = [];
  for (const store of plan.stores) lost.push(await useAndLoseIndex(store, plan));
  const all = lost.map((): RebuildFigures[] => []);
  for (let round = 1; round <= plan.rebuilds; round++) {
    for (const [i, { place, before }] of lost.entries()) {
      const database = await createTestDatabase();
      const made = { ...place, databaseUrl: database.url };
      all[i]!.push(await runRebuildCommand(made));
      if (round === plan.rebuilds) await compare(made, before, plan);
      await database.drop();
    }
  }
  return lost.map(({ used, before, kills }, i) => {
    const artifacts = before.filter((line) => line.startsWith('au ')).length;
    const bytes = all[i]![0]?.bytes ?? 0;
    const seconds = median(all[i]!.map((one) => one.seconds));
    plan.say(
      `${artifacts} artifacts rebuilt in ${seconds.toFixed(1)} s, killed ${kills} times in another rebuild; ` +
        `${before.length} lines the same after both`,
    );
    return { used, lines: before.length, artifacts, bytes, seconds, kills };
  });
}

interface LostIndex {
  place: Omit<Place, 'databaseUrl'>;
  used: UsageOutcome;
  /** Dump of the repository before its database was dropped. */
  before: string[];
  kills: number;
}

async function useAndLoseIndex(
  { uses, env = {}, ...store }: StorePlan,
  plan: RebuildPlan,
): Promise<LostIndex> {
  const place = { ...store, env };
  let database = await createTestDatabase();
  for (let time = 1; ; time++) {
    const { used, before } = await useOnce({ ...place, databaseUrl: database.url }, plan, time);
    await database.drop();
    if (time === uses) return { place, used, before, kills: await rebuildWithKills(place, before, plan) };
    // Rebuilds the index, so that the next use makes its changes in a rebuilt index.
    database = await createTestDatabase();
    await runRebuildCommand({ ...place, databaseUrl: database.url });
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Uses the repository once and stops it. Returns the dump of its content. */
async function useOnce(
  place: Place,
  plan: RebuildPlan,
  time: number,
): Promise<{ used: UsageOutcome; before: string[] }> {
  const server = await start(place);
  const { client } = server;
  const used = await useRepository({
    client,
    seed: plan.seed + time,
    artifacts: plan.artifacts,
    rounds: plan.rounds,
    between: () => runCompaction(place),
  });
  await waitForJournal(server);
  const before = await dumpRepository(client, usageHosts);
  await server.process.stop();
  return { used, before };
}

async function runCompaction(place: Place): Promise<void> {
  const { code, output } = await runKeepCommand(place, 'compact', '--grace', '1s');
  if (code !== 0) throw new Error(`the compaction ended with ${code}: ${output}`);
}

async function runRebuildCommand(place: Place): Promise<RebuildFigures> {
  const { code, result, output } = await runKeepCommand<RebuildFigures>(place, 'rebuild');
  if (code !== 0) throw new Error(`the rebuild ended with ${code}: ${output}`);
  return result;
}

/** Kills a rebuild with SIGKILL at random moments, resumes it each time, and finally lets it finish. */
async function rebuildWithKills(
  { env, objectStore }: Omit<Place, 'databaseUrl'>,
  before: readonly string[],
  plan: RebuildPlan,
): Promise<number> {
  if (plan.kills === 0) return 0;
  const database = await createTestDatabase();
  const place = { env, objectStore, databaseUrl: database.url };
  let kills = 0;
  // Limits the rate, so that the rebuild lasts until the last kill.
  const rate = `${Math.ceil((plan.artifacts * 33) / plan.kills)}`;
  for (let i = 0; i < plan.kills; i++) {
    const started = await startKeepAlone(place, 'rebuild', '--quiet', '--rate', rate);
    await Promise.race([started.exited, sleep(400 + plan.random() * 1_600)]);
    await started.kill9();
    const { code, signal } = await started.exited;
    if (signal === 'SIGKILL') kills += 1;
    else if (code === 0) break;
    else throw new Error(`a rebuild ended with ${code}: ${started.output()}`);
  }
  const last = await startKeepAlone(place, 'rebuild', '--quiet');
  const { code } = await last.exited;
  // If an earlier run has finished, the index is not empty, and the last run is refused.
  if (code !== 0 && !last.output().includes('The index is not empty')) {
    throw new Error(`a rebuild ended with ${code}: ${last.output()}`);
  }
  await compare(place, before, plan);
  await database.drop();
  return kills;
}

interface Place {
  databaseUrl: string;
  objectStore: string;
  env: Record<string, string | undefined>;
}

function start({ env, ...place }: Place): Promise<RepositoryServer> {
  // Splits each import into several segments, and ships the journal at short intervals.
  const own = {
    SEGMENT_RECORDS: '500',
    JOURNAL_INTERVAL: '200ms',
    COMPACTION_PERIOD: 'off',
    FIXITY_PERIOD: 'off',
  };
  return startRepository({ ...place, env: { ...own, ...env } });
}

async function compare(place: Place, before: readonly string[], { seed }: RebuildPlan): Promise<void> {
  const verified = await runKeepCommand<{ counts: object }>(place, 'verify');
  if (verified.code !== 0) throw new Error(`index and store differ: ${verified.output}`);
  const server = await start(place);
  compareDumps(before, await dumpRepository(server.client, usageHosts), 'after the rebuild');
  await checkSamplePayloads(server.client, before, seed);
  await server.process.stop();
}

/** Reads some artifacts and checks their payloads against their digests. */
async function checkSamplePayloads(
  client: TestRepositoryClient,
  lines: readonly string[],
  seed: number,
): Promise<void> {
  const artifacts = lines
    .filter((line) => line.startsWith('au '))
    .map((line) => JSON.parse(line.slice(3)) as { uuid: string; namespace: string; contentDigest: string });
  for (let at = seed % 97; at < artifacts.length; at += Math.ceil(artifacts.length / 200)) {
    const { uuid, namespace, contentDigest } = artifacts[at]!;
    const payload = await client.bytes(`/artifacts/${uuid}/payload`, { namespace });
    const digest = `SHA-256:${createHash('sha256').update(payload).digest('hex')}`;
    if (digest !== contentDigest) throw new Error(`the payload of ${uuid} is not what it was`);
  }
}

/** Waits until the journal in the object store contains all changes. */
export async function waitForJournal({ metricsUrl }: RepositoryServer): Promise<void> {
  for (;;) {
    const text = await (await fetch(`${metricsUrl}/metrics`)).text();
    const lag = /^holdfast_journal_lag_rows (\d+)$/m.exec(text)?.[1];
    if (lag === undefined) throw new Error('there is no metric of the journal’s lag');
    if (lag === '0') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
