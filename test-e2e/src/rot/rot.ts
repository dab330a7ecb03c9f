// Damages a store. A fixity check must report exactly the damaged artifacts, and no reader may receive wrong bytes in a
// complete response. All other artifacts must stay readable. Importing the same archives again must repair everything.
import { isDeepStrictEqual } from 'node:util';
import { createTemporaryFolder, type TestRepositoryClient } from '@holdfast/testkit';
import { runKeepCommand } from '../support/keep.ts';
import { startRepository } from '../support/repository-server.ts';
import { createRandomFromSeed } from '../support/seeded.ts';
import {
  type DamageCounts,
  findDamagedArtifacts,
  readObjects,
  damageObjects as rotObjects,
} from './damage.ts';
import { killFixityRun } from './killed.ts';
import {
  areResponsesComplete,
  findWrongResponses,
  isPayloadCorrect,
  listResponseStatuses,
  type ReadResponses,
  readEveryWay,
} from './read.ts';
import { type ArchiveSource, makeSources } from './sources.ts';
import { type StoredRotArtifact, storeSources } from './stored.ts';

export interface RotPlan {
  /** URL of an empty database. */
  databaseUrl: string;
  seed: number;
  /** Minimum number of artifacts. */
  artifacts: number;
  /** Number of records per archive. Most objects contain the same number of records. */
  perArchive: number;
  events: number;
  /** Number of times to kill the fixity check before it may finish. */
  kills: number;
  say(words: string): void;
}

export interface RotOutcome extends DamageCounts {
  artifacts: number;
  objects: number;
  damaged: number;
}

interface FixityReport {
  damaged: { uuid: string; reason: string }[];
  items: number;
  bytes: number;
  seconds: number;
}

/** Runs the drill. Throws as soon as a check fails. */
export async function runRotDrill({
  databaseUrl,
  seed,
  artifacts: count,
  perArchive,
  events,
  kills,
  say,
}: RotPlan): Promise<RotOutcome> {
  const random = createRandomFromSeed(seed);
  const folder = await createTemporaryFolder();
  const place = {
    databaseUrl,
    objectStore: `fs:${folder}`,
    env: { FIXITY_PERIOD: 'off', COMPACTION_PERIOD: 'off' },
  };
  const server = await startRepository(place);
  const { client } = server;
  const sources = makeSources(random, count, perArchive);
  const artifacts = await storeSources(client, sources);
  const before = await readSnapshot(client, sources, artifacts);
  const objects = await readObjects(folder, artifacts);
  say(`${artifacts.length} artifacts in ${objects.size} objects`);

  const done = await rotObjects(folder, objects, random, events);
  const damaged = await findDamagedArtifacts(folder, objects, artifacts);
  say(
    `${done.flips} bits flipped, ${done.truncations} objects cut, ${done.deletions} gone: ${damaged.size} artifacts damaged`,
  );
  // Reads some damaged artifacts before a fixity check has detected the damage.
  for (const uuid of damaged) if (random.chance(0.3)) await expectNothingWrong(client, uuid, before);

  await killFixityRun(place, random, kills);
  if (kills > 0) say(`fixity was killed ${kills} times on its way`);
  const found = await runKeepCommand<FixityReport>(place, 'fixity');
  expectSame(new Set(found.result.damaged.map((one) => one.uuid)), damaged);
  const { items, bytes, seconds } = found.result;
  say(`fixity named exactly those: ${items} artifacts, ${bytes} bytes in ${seconds.toFixed(1)} s`);
  await readAll(client, artifacts, { damaged, before });
  say('no read of any gave wrong bytes, and every other read is as it was');

  await importAgain(client, sources);
  const again = await runKeepCommand<FixityReport>(place, 'fixity');
  expectSame(new Set(again.result.damaged.map(({ uuid }) => uuid)), new Set());
  const after = await readSnapshot(client, sources, artifacts);
  for (const artifact of artifacts) {
    if (!isPayloadCorrect(after.answers.get(artifact.uuid)!, artifact))
      throw new Error(`not repaired: ${artifact.uuid}`);
  }
  if (!isDeepStrictEqual(after.listed, before.listed)) throw new Error('the repair changed what is listed');
  say('importing the archives again repaired all of them; uuids, versions and listings are as they were');
  await server.process.stop();
  return { ...done, artifacts: artifacts.length, objects: objects.size, damaged: damaged.size };
}

interface RepositorySnapshot {
  listed: unknown[];
  answers: Map<string, ReadResponses>;
}

async function readSnapshot(
  client: TestRepositoryClient,
  sources: readonly ArchiveSource[],
  artifacts: readonly StoredRotArtifact[],
): Promise<RepositorySnapshot> {
  const listed: unknown[] = [];
  for (const auid of new Set(sources.map((source) => source.auid))) {
    const page = (await client.artifacts(auid)) as ({ storageUrl?: string } & object)[];
    listed.push(...page.map(({ storageUrl: _, ...artifact }) => artifact));
  }
  const answers = new Map<string, ReadResponses>();
  await processConcurrently(artifacts, async (artifact) => {
    const read = await readEveryWay(client, artifact.uuid);
    if (!isPayloadCorrect(read, artifact))
      throw new Error(`${artifact.uuid} does not read: ${listResponseStatuses(read)}`);
    answers.set(artifact.uuid, read);
  });
  return { listed, answers };
}

async function expectNothingWrong(
  client: TestRepositoryClient,
  uuid: string,
  { answers }: RepositorySnapshot,
): Promise<ReadResponses> {
  const now = await readEveryWay(client, uuid);
  const wrong = findWrongResponses(answers.get(uuid)!, now);
  if (wrong.length > 0) throw new Error(`wrong bytes with a clean end: ${wrong.join(', ')}`);
  return now;
}

async function readAll(
  client: TestRepositoryClient,
  artifacts: readonly StoredRotArtifact[],
  { damaged, before }: { damaged: ReadonlySet<string>; before: RepositorySnapshot },
): Promise<void> {
  await processConcurrently(artifacts, async ({ uuid }) => {
    const now = await expectNothingWrong(client, uuid, before);
    if (!damaged.has(uuid) && !areResponsesComplete(now))
      throw new Error(`${uuid} is not damaged, and does not read: ${listResponseStatuses(now)}`);
    if (damaged.has(uuid) && listResponseStatuses(now).some((status) => status !== 502))
      throw new Error(`${uuid} is damaged, and answers ${listResponseStatuses(now)}`);
  });
}

async function importAgain(client: TestRepositoryClient, sources: readonly ArchiveSource[]): Promise<void> {
  for (const { auid, archive } of sources) {
    const { status, statuses: lines } = await client.importArchive(archive, { auid });
    const wrong = lines.find((line) => line.status !== 'OK' && line.status !== 'DUPLICATE');
    if (status !== 200 || wrong) throw new Error(`not imported again: ${status} ${JSON.stringify(wrong)}`);
  }
}

/** Processes several items concurrently, because a read spends most of its time waiting. */
async function processConcurrently<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
}

function expectSame(found: ReadonlySet<string>, wanted: ReadonlySet<string>): void {
  const missed = [...wanted].filter((uuid) => !found.has(uuid));
  const wrong = [...found].filter((uuid) => !wanted.has(uuid));
  if (missed.length + wrong.length === 0) return;
  throw new Error(
    `fixity missed ${missed.length} (${missed.slice(0, 5)}), and named ${wrong.length} (${wrong.slice(0, 5)})`,
  );
}
