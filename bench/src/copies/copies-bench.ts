// Benchmark `copies`: imports, creates and reads with two object stores, compared with a single store, alternating
// between both. Reads are also compared with a second system that has a single store, which shows how much equal systems
// differ. Also measures reads while the nearest of two stores hangs. The stores are folders in memory, so that they do
// not share a disk.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WarcFile } from '../corpus/cached-file.ts';
import { createOverHttp } from '../create/create-bench.ts';
import { openBenchStore } from '../create/stores.ts';
import { computeMedian } from '../measure.ts';
import { createPager } from '../serve/pages.ts';
import { type ReadCounts, type ReadPlan, runReaders } from '../serve/readers.ts';
import { readOverHttp } from '../serve/serve-bench.ts';
import { runHttpImport } from '../service/import-over-http.ts';
import { addInterruptCleanup } from '../service/interrupted.ts';
import { type BenchSystem, type SystemOpener, withSystem } from '../service/system.ts';
import { startHangingProxy } from './hanging-proxy.ts';

export interface CopiesOptions {
  readonly rounds: number;
  /** Duration of the creates, and of the reads, in each round, in seconds. */
  readonly seconds: number;
}

/** Results of a measurement in each round, with one store and with two stores. */
export interface CopiesPair {
  readonly one: readonly number[];
  readonly two: readonly number[];
  /** Median over the rounds of the ratio of both results: two stores divided by one store. */
  readonly share: number;
}

export interface HangResult {
  /** 99th percentile of the response time while both stores respond. */
  readonly p99BeforeMs: number;
  /** 99th percentile of the response time, beginning one second after the nearest store begins to hang. */
  readonly p99HangingMs: number;
  readonly costMs: number;
}

export interface CopiesResults {
  readonly importMegabytesPerSecond: CopiesPair;
  readonly createsPerSecond: CopiesPair;
  readonly readsPerSecond: CopiesPair;
  /** Reads with one store compared with reads of another system, which also has one store. */
  readonly equalReadsPerSecond: CopiesPair;
  /** Read rates while a store hangs. Undefined without an S3 server. */
  readonly hang?: HangResult;
  /** Kind and location of the object stores. */
  readonly place: string;
}

const NAMESPACE = 'bench';
const AUID = 'bench&au~copies';
const CREATORS = 32;
const PAYLOAD_BYTES = 20_000;
const CONNECTIONS = 16;
const HANGING_CONNECTIONS = 8;
const SAMPLED = 1_000;
const MEMORY = '/dev/shm';
/** Milliseconds between the beginning of a hang and the beginning of the measurement. */
const FIRST_SECOND_MS = 1_000;

export async function runCopiesBench(
  open: SystemOpener,
  file: WarcFile,
  options: CopiesOptions,
): Promise<CopiesResults> {
  const folder = await mkdtemp(join(MEMORY, 'holdfast-bench-'));
  const end = addInterruptCleanup(() => rm(folder, { recursive: true, force: true }));
  try {
    const stores = await createFolders(folder, ['one', 'first', 'second', 'equal', 'near']);
    const [one, first, second, equal, near] = stores as [string, string, string, string, string];
    const pairs = await withSystem(open, { ...SETTINGS, OBJECT_STORE: `fs:${one}` }, (single) =>
      withSystem(open, { ...SETTINGS, OBJECT_STORE: `fs:${first},fs:${second}` }, (double) =>
        withSystem(open, { ...SETTINGS, OBJECT_STORE: `fs:${equal}` }, (equalSingle) =>
          measurePairs({ single, double, equalSingle }, file, options),
        ),
      ),
    );
    const hang = await measureHang(open, file, near, options);
    return { ...pairs, ...(hang && { hang }), place: `folders in ${MEMORY}` };
  } finally {
    await end();
  }
}

/** Disables caches and jobs, so that every read comes from a store. */
const SETTINGS = {
  CONTENT_CACHE: '0',
  COMPACTION_PERIOD: 'off',
  FIXITY_PERIOD: 'off',
  DISK_RESERVE: '0',
};

async function createFolders(root: string, names: readonly string[]): Promise<string[]> {
  const folders = names.map((name) => join(root, name));
  for (const each of folders) await mkdir(each);
  return folders;
}

interface ComparedSystems {
  readonly single: BenchSystem;
  readonly double: BenchSystem;
  /** Another system with one store. Differences from `single` show how much equal systems differ. */
  readonly equalSingle: BenchSystem;
}

async function measurePairs(
  systems: ComparedSystems,
  file: WarcFile,
  { rounds, seconds }: CopiesOptions,
): Promise<Omit<CopiesResults, 'hang' | 'place'>> {
  let imports = 0;
  const importInto = async (system: BenchSystem) => {
    const { seconds: took } = await runHttpImport(system, file.path, `${AUID}~${imports++}`, NAMESPACE);
    return file.sizeBytes / 1e6 / took;
  };
  const createIn = async ({ url, user, password }: BenchSystem) => {
    const plan = { creators: CREATORS, seconds, payloadBytes: PAYLOAD_BYTES, warmUpSeconds: seconds / 4 };
    const { artifactsPerSecond } = await createOverHttp({
      ...plan,
      url,
      user,
      password,
      auid: `${AUID}~creates`,
    });
    return artifactsPerSecond;
  };
  const targets = new Map<BenchSystem, string[]>();
  const readFrom = async (system: BenchSystem) => {
    const plan = toReadPlan(system, targets.get(system)!, CONNECTIONS);
    return (await readOverHttp({ ...plan, warmUpSeconds: seconds / 2, seconds })).perSecond;
  };
  const { single, double, equalSingle } = systems;
  for (const system of [single, double, equalSingle]) {
    await importInto(system);
    targets.set(system, await listPayloads(system, `${AUID}~${imports - 1}`));
  }
  const [importMegabytesPerSecond] = await measureAlternately([single, double], rounds, importInto);
  const [createsPerSecond] = await measureAlternately([single, double], rounds, createIn);
  const [readsPerSecond, equalReadsPerSecond] = await measureAlternately(
    [single, double, equalSingle],
    rounds,
    readFrom,
  );
  return {
    importMegabytesPerSecond: importMegabytesPerSecond!,
    createsPerSecond: createsPerSecond!,
    readsPerSecond: readsPerSecond!,
    equalReadsPerSecond: equalReadsPerSecond!,
  };
}

/**
 * Measures the systems one after the other. Each round begins with another system. Pairs the results of the first
 * system with the results of each other system, and returns the pairs.
 */
async function measureAlternately(
  systems: readonly BenchSystem[],
  rounds: number,
  measure: (system: BenchSystem) => Promise<number>,
): Promise<CopiesPair[]> {
  const results = systems.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < systems.length; turn++) {
      const index = (round + turn) % systems.length;
      results[index]!.push(await measure(systems[index]!));
    }
  }
  const [one, ...others] = results as [number[], ...number[][]];
  return others.map((two) => ({ one, two, share: computeMedian(two.map((each, i) => each / one[i]!)) }));
}

function toReadPlan({ url, user, password }: BenchSystem, targets: readonly string[], connections: number) {
  return { url, auth: `${user}:${password}`, targets, connections };
}

async function listPayloads(system: BenchSystem, auid: string): Promise<string[]> {
  const pages = createPager(system, NAMESPACE);
  const uuids: string[] = [];
  await pages.all(auid, 1_000, (page) => uuids.push(...page.map(({ uuid }) => uuid)));
  pages.close();
  return uuids.slice(0, SAMPLED).map((uuid) => `/artifacts/${uuid}/payload?namespace=${NAMESPACE}`);
}

/** Measures reads while the nearest store hangs. That store is a bucket behind a proxy that stops forwarding bytes. */
async function measureHang(
  open: SystemOpener,
  file: WarcFile,
  folder: string,
  { seconds }: CopiesOptions,
): Promise<HangResult | undefined> {
  const bucket = await openBenchStore('s3').catch(() => undefined);
  if (!bucket) return undefined;
  const { OBJECT_STORE: spec, S3_ENDPOINT: endpoint, ...s3 } = await bucket.settings();
  const way = await startHangingProxy(endpoint!);
  const settings = {
    ...SETTINGS,
    ...s3,
    S3_ENDPOINT: way.endpoint,
    OBJECT_STORE: `far=${spec},near=fs:${folder}`,
    STORE_ROLE_FAR: 'primary',
    STORE_ROLE_NEAR: 'copy',
  };
  try {
    return await withSystem(open, settings, async (system) => {
      await runHttpImport(system, file.path, AUID, NAMESPACE);
      const plan = toReadPlan(system, await listPayloads(system, AUID), HANGING_CONNECTIONS);
      const before = await runReaders({ ...plan, warmUpSeconds: seconds / 2, seconds });
      const hanging = await readWhileHanging(plan, seconds, () => way.hang());
      return {
        p99BeforeMs: before.p99Ms,
        p99HangingMs: hanging.p99Ms,
        costMs: hanging.p99Ms - before.p99Ms,
      };
    });
  } finally {
    await way.close();
    await bucket.stop();
  }
}

/** Measures reads, beginning one second after the store begins to hang. */
async function readWhileHanging(
  plan: Omit<ReadPlan, 'warmUpSeconds' | 'seconds'>,
  seconds: number,
  hang: () => void,
): Promise<ReadCounts> {
  const warmUpSeconds = 2;
  const reading = runReaders({ ...plan, warmUpSeconds, seconds });
  await Promise.race([reading, sleep(1_000 * warmUpSeconds - FIRST_SECOND_MS)]);
  hang();
  return reading;
}
