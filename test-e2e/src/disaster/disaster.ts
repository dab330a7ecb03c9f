// Kills both services at a random moment under traffic, and removes both databases and all object stores except one.
// Then rebuilds everything from the remaining store and compares the result with the acknowledged writes.
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfigClient } from '@holdfast/client';
import {
  createTemporaryFolder,
  createTestDatabase,
  makeResponseRecord,
  startProcess,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { createTestConfigClient } from '../support/config-client.ts';
import { type LaunchedConfig, startConfig } from '../support/config-server.ts';
import { startRepository } from '../support/repository-server.ts';
import { createRandomFromSeed, type SeededRandom } from '../support/seeded.ts';

export interface DisasterOptions {
  readonly seed: number;
  readonly rounds: number;
  /** Number of object stores, all but one of which are removed. */
  readonly stores: number;
  /** Minimum and maximum duration of the traffic before the disaster. */
  readonly trafficMs: readonly [least: number, most: number];
  /** Value of JOURNAL_INTERVAL. If undefined, each service uses its default. */
  readonly journalInterval?: string;
  say(words: string): void;
}

export interface DisasterOutcome {
  /** Number of acknowledged artifacts in all rounds. */
  readonly artifacts: number;
  readonly configurations: number;
  readonly states: number;
  /** Number of acknowledged writes that were lost. Each must be younger than LIMIT_MS. */
  readonly lostYoung: number;
  /** Age of the oldest lost write when the disaster happened. */
  readonly oldestLostMs: number;
  readonly slowestRebuildMs: number;
}

/** Writes that were acknowledged at least this long before the disaster must survive. */
const LIMIT_MS = 2_000;
const PASSWORD = 'correct: horse, battery';
const WRITERS = 3;
const AUS_OF_WRITER = 5;

interface AcknowledgedEntry {
  readonly atMs: number;
}

interface WriteLedger {
  readonly artifacts: (AcknowledgedEntry & { readonly uuid: string; readonly payload: string })[];
  readonly configurations: (AcknowledgedEntry & { readonly auid: string; readonly handle: string })[];
  /** Values written to each AU's state, in the order of their acknowledgement. */
  readonly states: Map<string, (AcknowledgedEntry & { readonly value: number })[]>;
}

interface Loss {
  readonly what: string;
  readonly ageMs: number;
}

export async function runDisaster({
  seed,
  rounds,
  stores: storeCount,
  trafficMs,
  journalInterval,
  say,
}: DisasterOptions): Promise<DisasterOutcome> {
  const random = createRandomFromSeed(seed);
  const totals = {
    artifacts: 0,
    configurations: 0,
    states: 0,
    lostYoung: 0,
    oldestLostMs: 0,
    slowestRebuildMs: 0,
  };
  for (let round = 1; round <= rounds; round++) {
    const { written, losses, rebuildMs } = await runRound(random, storeCount, trafficMs, journalInterval);
    const old = losses.filter(({ ageMs }) => ageMs > LIMIT_MS);
    const states = [...written.states.values()].flat().length;
    totals.artifacts += written.artifacts.length;
    totals.configurations += written.configurations.length;
    totals.states += states;
    totals.lostYoung += losses.length - old.length;
    totals.oldestLostMs = Math.max(totals.oldestLostMs, ...losses.map(({ ageMs }) => ageMs));
    totals.slowestRebuildMs = Math.max(totals.slowestRebuildMs, rebuildMs);
    say(
      `round ${round}: ${written.artifacts.length} artifacts, ${written.configurations.length} configurations, ` +
        `${states} states; rebuilt in ${Math.round(rebuildMs)} ms; ${losses.length} writes of the last ` +
        `${Math.round(Math.max(0, ...losses.map(({ ageMs }) => ageMs)))} ms are lost`,
    );
    if (old.length > 0) {
      const examples = old.slice(0, 10).map(({ what, ageMs }) => `  ${what}, ${Math.round(ageMs)} ms before`);
      throw new Error(`seed ${seed}, round ${round}: older writes are lost:\n${examples.join('\n')}`);
    }
  }
  return totals;
}

async function runRound(
  random: SeededRandom,
  storeCount: number,
  [least, most]: readonly [number, number],
  journalInterval?: string,
) {
  const folders = await Promise.all(Array.from({ length: storeCount }, createTemporaryFolder));
  const left = random.pick(folders);
  const env = {
    JOURNAL_KEY: randomBytes(32).toString('hex'),
    UNKNOWN_AUS: 'accept',
    COMPACTION_PERIOD: 'off',
    ...(journalInterval !== undefined && { JOURNAL_INTERVAL: journalInterval }),
  };
  const first = await startNode(env, folders);
  const written: WriteLedger = { artifacts: [], configurations: [], states: new Map() };
  const stop = new AbortController();
  const traffic = Array.from({ length: WRITERS }, (_, writer) =>
    Promise.all([
      writeArtifacts(first.repository.client, writer, random.bytes(2).toString('hex'), written, stop.signal),
      writeConfigurations(first.client, writer, written, stop.signal),
    ]),
  );
  await sleep(least + random.share() * (most - least));
  // The disaster: removes everything except one store.
  const disasterMs = performance.now();
  stop.abort();
  first.repository.process.kill9();
  first.config.process.kill9();
  await Promise.all(traffic);
  await Promise.all(first.databases.map((database) => database.drop()));
  for (const folder of folders) if (folder !== left) await rm(folder, { recursive: true });
  const databases = [await createTestDatabase(), await createTestDatabase()];
  const startedMs = performance.now();
  await rebuild(databases[0]!.url, databases[1]!.url, { ...env, OBJECT_STORE: `fs:${left}` });
  const rebuildMs = performance.now() - startedMs;
  const second = await startNode(env, [left], databases);
  const losses = await findLosses(second, written, disasterMs);
  await second.repository.process.stop();
  await second.config.process.stop();
  await Promise.all(databases.map((database) => database.drop()));
  return { written, losses, rebuildMs };
}

async function startNode(
  env: Readonly<Record<string, string>>,
  folders: readonly string[],
  given?: Awaited<ReturnType<typeof createTestDatabase>>[],
) {
  const databases = given ?? [await createTestDatabase(), await createTestDatabase()];
  const objectStore = folders.map((folder) => `fs:${folder}`).join(',');
  const [repository, config] = await Promise.all([
    startRepository({ databaseUrl: databases[0]!.url, objectStore, env }),
    startConfig(databases[1]!.url, PASSWORD, {
      ...env,
      OBJECT_STORE: objectStore,
    }) as Promise<LaunchedConfig>,
  ]);
  return { databases, repository, config, client: createTestConfigClient(config.url, PASSWORD) };
}

async function rebuild(
  databaseUrl: string,
  configUrl: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const program = new URL('../../../packages/cli/dist/main.js', import.meta.url).pathname;
  const started = await startProcess(process.execPath, [program, 'keep', 'rebuild'], {
    env: { ...env, DATABASE_URL: databaseUrl, CONFIG_DATABASE_URL: configUrl },
  });
  const { code } = await started.exited;
  if (code !== 0) throw new Error(`keep rebuild ended with ${code}: ${started.output()}`);
}

/** Imports small archives until the signal aborts or a kill stops the service. */
async function writeArtifacts(
  client: TestRepositoryClient,
  writer: number,
  salt: string,
  { artifacts }: WriteLedger,
  signal: AbortSignal,
): Promise<void> {
  for (let count = 0; !signal.aborted; count++) {
    const payloads = [0, 1, 2].map((at) => `payload ${salt} ${writer} ${count} ${at}`);
    const records = payloads.map((payload, at) =>
      makeResponseRecord(`http://www.example.org/${writer}/${count}/${at}`, Buffer.from(payload)),
    );
    try {
      await client.importArchive(Buffer.concat(records), {
        auid: `au-${writer}-${count % AUS_OF_WRITER}`,
        onStatus: ({ status, artifactUuid, url }) => {
          if (status !== 'OK' || artifactUuid === undefined || signal.aborted) return;
          const payload = payloads[Number(String(url).split('/').at(-1))]!;
          artifacts.push({ uuid: artifactUuid, payload, atMs: performance.now() });
        },
      });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

/** Adds AUs and increments a counter in their states, until the signal aborts or a kill stops the service. */
async function writeConfigurations(
  client: ConfigClient,
  writer: number,
  { configurations, states }: WriteLedger,
  signal: AbortSignal,
): Promise<void> {
  for (let count = 0; !signal.aborted; count++) {
    const handle = `au${writer}x${count}`;
    const auid = `org|lockss|plugin|NamedPlugin&handle~${handle}`;
    const counted = `org|lockss|plugin|NamedPlugin&handle~state${writer}`;
    try {
      await client.putAuConfiguration({ auid, body: { auId: auid, auConfig: { handle } } });
      if (!signal.aborted) configurations.push({ auid, handle, atMs: performance.now() });
      await client.patchAuState({ auid: counted, body: { lastCrawlTime: count } });
      if (signal.aborted) return;
      const values = states.get(counted) ?? [];
      states.set(counted, values);
      values.push({ value: count, atMs: performance.now() });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

async function findLosses(
  { repository, client }: Awaited<ReturnType<typeof startNode>>,
  { artifacts, configurations, states }: WriteLedger,
  disasterMs: number,
): Promise<Loss[]> {
  const losses: Loss[] = [];
  const lose = (what: string, { atMs }: AcknowledgedEntry) => losses.push({ what, ageMs: disasterMs - atMs });
  for (const one of artifacts) {
    const bytes = await repository.client
      .bytes(`/artifacts/${one.uuid}/payload`)
      .catch((error: Error) => error.message);
    if (bytes.toString() !== one.payload) lose(`artifact ${one.uuid}: ${bytes.toString().slice(0, 80)}`, one);
  }
  const found = new Map(
    (await client.getAllAuConfigurations()).map(({ auId, auConfig }) => [auId, auConfig?.handle]),
  );
  for (const one of configurations)
    if (found.get(one.auid) !== one.handle) lose(`configuration ${one.auid}`, one);
  for (const [auid, values] of states) {
    const { lastCrawlTime = -1 } = await client.getAuState({ auid });
    for (const one of values) if (one.value > lastCrawlTime) lose(`state ${one.value} of ${auid}`, one);
  }
  return losses;
}
