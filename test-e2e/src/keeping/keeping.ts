// Kills each maintenance job with SIGKILL at random moments, while readers and writers continue. No read may fail or
// return other bytes, the job must resume, and at the end index and store must agree.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTemporaryFolder, createTestDatabase, openSqlConnection } from '@holdfast/testkit';
import { waitForJournal } from '../rebuild/rebuild.ts';
import { type KeepTarget, runKeepCommand, startKeepAlone } from '../support/keep.ts';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';
import { createRandomFromSeed, type SeededRandom } from '../support/seeded.ts';
import { type OrphanObjects, openOrphanObjects } from './orphans.ts';
import { readOneForm, startTraffic, type Traffic, type TrafficArtifact } from './traffic.ts';

export const keepJobs = ['compact', 'fixity', 'sweep', 'purge', 'rebuild'] as const;
export type KeepJobName = (typeof keepJobs)[number];

export interface KeepingPlan {
  databaseUrl: string;
  /**
   * Bucket to use instead of a folder. `objects`: folder in which the S3 server stores the bucket's objects, if
   * accessible.
   */
  bucket?: { objectStore: string; env: Record<string, string>; objects: string | undefined };
  /** Jobs to kill, one after another, all on the same store. */
  jobs: readonly KeepJobName[];
  /** Number of kills per job. */
  instants: number;
  /** Number of artifacts stored before the drill begins. */
  artifacts: number;
  seed: number;
  /** Pause of each reader and writer between two requests, in milliseconds. */
  pauseMs: number;
  say(words: string): void;
}

export interface KeepingOutcome {
  /** Number of kills that hit a running job. */
  kills: number;
  reads: number;
  artifacts: number;
}

const [traffic, quiet] = ['busy', 'quiet'];
const orphans = 150;

/** Runs the drill. Throws as soon as a check fails. */
export async function runKeepingDrill(plan: KeepingPlan): Promise<KeepingOutcome> {
  const folder = await createTemporaryFolder();
  const { databaseUrl, bucket, pauseMs } = plan;
  const {
    objectStore,
    env,
    objects = undefined,
  } = bucket ?? { objectStore: `fs:${folder}`, env: {}, objects: join(folder, 'objects') };
  const place = { databaseUrl, objectStore, env };
  const server = await startService(place, plan.jobs);
  const { client } = server;
  const random = createRandomFromSeed(plan.seed);
  const still = startTraffic({ client, random, namespace: quiet, readers: 0, writers: 6, pauseMs: 0 });
  await until(() => still.known.length > plan.artifacts);
  await still.stop();
  await waitForJournal(server);
  const going = startTraffic({ client, random, namespace: traffic, readers: 4, writers: 2, pauseMs });
  await until(() => going.known.length > 20);
  const orphanObjects = objects === undefined ? undefined : openOrphanObjects(objects);
  const drills: Drill[] = [];
  let kills = 0;
  for (const job of plan.jobs) {
    const target = job === 'rebuild' ? { ...place, databaseUrl: (await createTestDatabase()).url } : place;
    const drill = { plan, job, place: target, random, orphanObjects, quiet: still.known, victims: [] };
    drills.push(drill);
    kills += await killAll(drill);
    plan.say(`${job}: killed; ${going.reads()} reads of ${going.known.length} artifacts so far`);
  }
  await going.stop();
  // Finishes the jobs in reverse order, so that the sweep has removed the orphans before fixity and compact run.
  for (const drill of drills.toReversed()) await completeJob(drill);
  await checkAll(server, { place, known: [still, going] });
  for (const drill of drills.filter(({ job }) => job === 'rebuild')) {
    // Rebuilds again from scratch: an index whose rebuild was killed lacks everything that was stored after that
    // rebuild began.
    await prepareNextRun(drill);
    await run(drill);
    await checkRebuilt(server, drill.place, still);
  }
  await server.process.stop();
  return { kills, reads: going.reads(), artifacts: going.known.length + still.known.length };
}

interface Drill {
  plan: KeepingPlan;
  job: KeepJobName;
  place: KeepTarget;
  random: SeededRandom;
  /** Creates orphaned objects. Undefined if the store's files are not accessible. */
  orphanObjects: OrphanObjects | undefined;
  /** Artifacts that only the drill itself changes. */
  quiet: readonly TrafficArtifact[];
  /** UUIDs of the artifacts to purge. */
  victims: string[];
}

function startService(place: KeepTarget, keepJobs: readonly KeepJobName[]): Promise<RepositoryServer> {
  // Runs compaction at the same time as jobs that read or remove records. A rebuild is an exception, because it needs
  // records that do not move.
  const compaction = keepJobs.includes('compact') || keepJobs.includes('rebuild') ? 'off' : '1s';
  const env = {
    ...place.env,
    GROUP_COMMIT: 'off',
    SEGMENT_RECORDS: '3',
    SEGMENT_SIZE: '65536',
    COMPACTION_PERIOD: compaction,
    COMPACTION_GRACE: '200ms',
    FIXITY_PERIOD: 'off',
    JOURNAL_INTERVAL: '100ms',
  };
  return startRepository({ ...place, env });
}

async function killAll(drill: Drill): Promise<number> {
  const { plan, job, random } = drill;
  const before = performance.now();
  await run(drill);
  let wholeMs = performance.now() - before;
  await prepareNextRun(drill);
  plan.say(`${job}: a run takes ${Math.round(wholeMs)} ms`);
  let kills = 0;
  for (let tries = 0; kills < plan.instants; tries++) {
    if (tries > plan.instants * 5) throw new Error(`${job} ends too soon to be killed`);
    // A run spends its first fifth on loading the program, so do not kill it there.
    const endedAfterMs = await killOnce(drill, (0.2 + 0.8 * random.share()) * wholeMs);
    if (endedAfterMs === undefined) {
      kills += 1;
      continue;
    }
    // The first run may be the slowest, because nothing was cached yet.
    wholeMs = Math.min(wholeMs, endedAfterMs);
    await prepareNextRun(drill);
  }
  return kills;
}

/**
 * Starts the job and kills it after `afterMs`. If the job ended before the kill, returns its duration, otherwise
 * undefined.
 */
async function killOnce(drill: Drill, afterMs: number): Promise<number | undefined> {
  const before = performance.now();
  const running = await start(drill);
  let endedAfterMs: number | undefined;
  void running.exited.then(() => (endedAfterMs ??= performance.now() - before));
  await sleep(afterMs);
  if (endedAfterMs === undefined) await running.kill9();
  const { signal, code } = await running.exited;
  if (signal === 'SIGKILL') return undefined;
  throwIfFailed(drill, code, running.output());
  return endedAfterMs ?? performance.now() - before;
}

/** Runs the job to completion. */
async function run(drill: Drill): Promise<void> {
  const running = await start(drill);
  const { code } = await running.exited;
  throwIfFailed(drill, code, running.output());
}

function throwIfFailed({ job }: Drill, code: number | null, output: string): void {
  // If the kill hit the process after it had finished all work, a second rebuild is refused.
  if (code === 0 || (job === 'rebuild' && output.includes('The index is not empty'))) return;
  throw new Error(`${job} ended with ${code}: ${output}`);
}

/** Prepares another run after a completed run: a rebuild needs a new, empty database. */
async function prepareNextRun(drill: Drill): Promise<void> {
  if (drill.job === 'rebuild')
    drill.place = { ...drill.place, databaseUrl: (await createTestDatabase()).url };
}

async function start(drill: Drill) {
  const { job, place, orphanObjects, victims } = drill;
  if (job === 'purge') chooseVictim(drill);
  if (job === 'sweep') await orphanObjects?.leave(orphans - (await orphanObjects.left()));
  const words = {
    compact: ['compact', '--grace', '200ms', '--dead', '1', '--rate', '400000'],
    fixity: ['fixity', '--rate', '600000'],
    sweep: ['sweep', '--age', '10m'],
    // Includes the UUIDs of earlier purges: this completes interrupted purges and does not affect completed ones.
    purge: ['purge', '--uuid', victims.join(','), '--reason', 'a drill', '--by', 'a drill'],
    rebuild: ['rebuild', '--parallel', '2', '--rate', '600000'],
  }[job];
  return startKeepAlone({ ...place, env: { ...place.env, SEGMENT_SIZE: '65536' } }, ...words);
}

/** Chooses an artifact that was created individually, because no other artifact shares its payload. */
function chooseVictim({ quiet, victims }: Drill): void {
  const one = quiet.find(({ created, gone }) => created && !gone);
  if (!one) throw new Error('there is nothing left to purge');
  one.gone = true;
  victims.push(one.uuid);
}

/** Resumes the interrupted run, then starts another run for the remaining work. */
async function completeJob(drill: Drill): Promise<void> {
  await run(drill);
  if (drill.job === 'rebuild') await expectSameQuietRows(drill);
  if (drill.job === 'compact') await run(drill);
  if (drill.job === 'sweep') {
    const { code, output } = await runKeepCommand(drill.place, 'sweep', '--age', '10m');
    const left = (await drill.orphanObjects?.left()) ?? 0;
    if (code !== 0 || left > 0) throw new Error(`${left} objects are left behind; the sweep said ${output}`);
  }
}

/** Throws unless the rebuilt index and the original have the same artifacts in the namespace without traffic. */
async function expectSameQuietRows({ plan, place }: Drill): Promise<void> {
  const [rows, rebuilt] = await Promise.all(
    [plan.databaseUrl, place.databaseUrl].map((url) =>
      openSqlConnection(url).query(
        `select artifact.id, url, version, committed, sha256, collection_ms, store_ms, content_length
         from artifact join namespace on namespace.id = namespace_id where name = $1 order by artifact.id`,
        [quiet],
      ),
    ),
  );
  if (JSON.stringify(rows) !== JSON.stringify(rebuilt))
    throw new Error('the index whose rebuild was killed has other artifacts');
}

interface ExpectedNode {
  /** Store and database that the service and the traffic used. */
  place: KeepTarget;
  known: readonly Traffic[];
}

async function checkAll(server: RepositoryServer, { place, known }: ExpectedNode): Promise<void> {
  for (const [at, namespace] of [quiet!, traffic!].entries())
    await checkNamespace(server, namespace!, known[at]!);
  await waitForJournal(server);
  const verified = await runKeepCommand<{ clean: boolean }>(place, 'verify');
  if (verified.code !== 0) throw new Error(`index and store differ: ${verified.output}`);
}

async function checkRebuilt(server: RepositoryServer, made: KeepTarget, still: Traffic): Promise<void> {
  const rebuilt = await startService(made, ['rebuild']);
  await checkNamespace(rebuilt, quiet!, still);
  await expectSameListings(server, rebuilt);
  await rebuilt.process.stop();
}

/** Checks that exactly the artifacts that were stored and not deleted are present, and that they are readable. */
async function checkNamespace(
  { client }: RepositoryServer,
  namespace: string,
  { known }: Traffic,
): Promise<void> {
  const listed = new Set<string>();
  const { auids } = await client.json<{ auids: string[] }>('/aus', { namespace });
  for (const auid of auids) {
    const artifacts = await client.artifacts(auid, { namespace, includeUncommitted: true });
    for (const { uuid } of artifacts) listed.add(uuid);
    await checkSize(client, { namespace, auid, committed: artifacts.filter(({ committed }) => committed) });
  }
  for (const one of known) {
    if (listed.delete(one.uuid) === one.gone)
      throw new Error(`${one.uuid} is ${one.gone ? 'there' : 'lost'}`);
    if (!one.gone) for (const form of [0, 1, 2]) await readOneForm({ client, namespace }, one, form);
  }
  if (listed.size > 0) throw new Error(`${[...listed].join(', ')} came from nowhere`);
}

async function checkSize(
  client: RepositoryServer['client'],
  of: { namespace: string; auid: string; committed: { contentLength: number }[] },
): Promise<void> {
  const path = `/aus/${encodeURIComponent(of.auid)}/size`;
  const size = await client.json<Record<string, number>>(path, { namespace: of.namespace });
  const bytes = of.committed.reduce((sum, { contentLength }) => sum + contentLength, 0);
  if (size.totalAllVersions !== bytes)
    throw new Error(`${of.auid}: ${JSON.stringify(size)}, counted ${bytes}`);
}

async function expectSameListings(before: RepositoryServer, after: RepositoryServer): Promise<void> {
  const listings = await Promise.all(
    [before, after].map(async ({ client }) => {
      const { auids } = await client.json<{ auids: string[] }>('/aus', { namespace: quiet });
      const query = { namespace: quiet!, includeUncommitted: true };
      const lists = await Promise.all(auids.map((auid) => client.artifacts(auid, query)));
      return JSON.stringify(lists);
    }),
  );
  if (listings[0] !== listings[1]) throw new Error('the rebuilt index lists something else');
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(20);
}
