// Benchmark `backfill`: copies all objects to a new, second store while clients read small payloads. Half of the
// artifacts are in large segments and half in thousands of small ones, because copying has a fixed cost per object. All
// services are restarted before they are measured, so that none has a warmer cache.
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CAPTURE_COUNTS } from '../corpus/captures.ts';
import { writeWarcFile } from '../corpus/warc-file.ts';
import { createPager } from '../serve/pages.ts';
import { type ReadCounts, runReaders } from '../serve/readers.ts';
import { createBenchFolder, removeFolder } from '../service/bench-folder.ts';
import { runHttpImport } from '../service/import-over-http.ts';
import { addInterruptCleanup } from '../service/interrupted.ts';
import { type BenchSystem, withSystem } from '../service/system.ts';

export interface BackfillOptions {
  readonly artifacts: number;
  /** Duration of the reads before the backfill, in seconds. */
  readonly seconds: number;
}

export interface BackfillResults {
  readonly artifacts: number;
  /** Number of imported archives of each kind. Each archive has its own AU. */
  readonly largeArchives: number;
  readonly smallArchives: number;
  readonly importSeconds: number;
  /** Number and total size of all objects in the second store. */
  readonly objects: number;
  readonly bytes: number;
  /** Seconds from the time when the service is ready until both stores are complete. */
  readonly seconds: number;
  readonly idle: ReadCounts;
  readonly during: ReadCounts;
  /** 99th percentile during the backfill, divided by the 99th percentile without it. */
  readonly ratio: number;
  readonly failures: readonly string[];
}

/** Starts a system with these settings and with its data in the folder. */
export type OpenSystemIn = (settings: Record<string, string>, folder: string) => Promise<BenchSystem>;

const NAMESPACE = 'bench';
const CONNECTIONS = 8;
const IMPORTERS = 4;
const MAX_SMALL_ARCHIVES = 5_000;
const SAMPLED_AUS = 40;
const WARM_UP_SECONDS = 3;
const POLL_MS = 500;
const MAX_SECONDS = 1_800;
const MAX_RATIO = 2;

/** Disables caches and jobs, so that every read comes from a store. */
const SETTINGS = {
  CONTENT_CACHE: '0',
  COMPACTION_PERIOD: 'off',
  FIXITY_PERIOD: 'off',
  DISK_RESERVE: '0',
};

export async function runBackfillBench(
  open: OpenSystemIn,
  { artifacts, seconds }: BackfillOptions,
): Promise<BackfillResults> {
  const folder = await createBenchFolder();
  const end = addInterruptCleanup(() => removeFolder(folder));
  try {
    const [first, second] = [join(folder, 'first'), join(folder, 'second')];
    for (const store of [first, second]) await mkdir(store);
    const one = `fs:${first}`;
    const withStores = <T>(stores: string, work: (system: BenchSystem) => Promise<T>) =>
      withSystem((settings) => open(settings, folder), { ...SETTINGS, OBJECT_STORE: stores }, work);
    const plan = planArchives(artifacts);
    const imported = await withStores(one, (system) => importArchives(system, folder, plan));
    const { targets } = imported;
    const idle = await withStores(one, (system) => readPayloads(system, targets, seconds));
    const filled = await withStores(`${one},fs:${second}`, (system) => readWhileFilling(system, targets));
    const ratio = filled.during.p99Ms / idle.p99Ms;
    return {
      artifacts: imported.artifacts,
      largeArchives: plan.large.count,
      smallArchives: plan.small.count,
      importSeconds: imported.seconds,
      ...(await measureFolder(second)),
      seconds: filled.seconds,
      idle,
      during: filled.during,
      ratio,
      failures: ratio <= MAX_RATIO ? [] : [`The backfill multiplies p99 by ${ratio.toFixed(2)}.`],
    };
  } finally {
    await end();
  }
}

interface ArchivePlan {
  readonly count: number;
  readonly captures: number;
}

/**
 * Plans archives of both kinds, each with half of the artifacts. The large archives are at most as large as the file
 * `small`.
 */
export function planArchives(artifacts: number): { large: ArchivePlan; small: ArchivePlan } {
  const half = artifacts / 2;
  const large = Math.ceil(half / CAPTURE_COUNTS.small);
  const small = Math.min(MAX_SMALL_ARCHIVES, Math.ceil(half / 2));
  return {
    large: { count: large, captures: Math.round(half / large) },
    small: { count: small, captures: Math.round(half / small) },
  };
}

async function importArchives(
  system: BenchSystem,
  folder: string,
  plan: Record<'large' | 'small', ArchivePlan>,
): Promise<{ artifacts: number; seconds: number; targets: string[] }> {
  const pending: { auid: string; path: string }[] = [];
  let artifacts = 0;
  for (const [kind, { count, captures }] of Object.entries(plan)) {
    const path = join(folder, `${kind}.warc.gz`);
    const { responses } = await writeWarcFile(path, 'small', captures / CAPTURE_COUNTS.small);
    artifacts += responses * count;
    for (let i = 0; i < count; i++) pending.push({ auid: `bench&backfill~${kind}~${i}`, path });
  }
  const auids = pending.map(({ auid }) => auid);
  const started = performance.now();
  const importer = async () => {
    for (let next = pending.shift(); next; next = pending.shift())
      await runHttpImport(system, next.path, next.auid, NAMESPACE);
  };
  await Promise.all(Array.from({ length: IMPORTERS }, importer));
  const seconds = (performance.now() - started) / 1000;
  const step = Math.max(1, Math.floor(auids.length / SAMPLED_AUS));
  const sampled = auids.filter((_, i) => i % step === 0 || i < plan.large.count);
  return { artifacts, seconds, targets: await listPayloads(system, sampled) };
}

async function listPayloads(system: BenchSystem, auids: readonly string[]): Promise<string[]> {
  const pages = createPager(system, NAMESPACE);
  const targets: string[] = [];
  try {
    for (const auid of auids) {
      await pages.all(auid, 1_000, (page) => {
        targets.push(...page.map(({ uuid }) => `/artifacts/${uuid}/payload?namespace=${NAMESPACE}`));
      });
    }
  } finally {
    pages.close();
  }
  return targets;
}

function readPayloads(
  { url, user, password }: BenchSystem,
  targets: readonly string[],
  seconds: number,
  until?: AbortSignal,
): Promise<ReadCounts> {
  const readers = { url, auth: `${user}:${password}`, targets, connections: CONNECTIONS };
  return runReaders({ ...readers, warmUpSeconds: WARM_UP_SECONDS, seconds, ...(until && { until }) });
}

async function readWhileFilling(
  system: BenchSystem,
  targets: readonly string[],
): Promise<{ during: ReadCounts; seconds: number }> {
  const filled = new AbortController();
  const started = performance.now();
  const reading = readPayloads(system, targets, MAX_SECONDS, filled.signal);
  // Ends the benchmark as soon as a read fails.
  const failed = reading.then(() => new Promise<never>(() => undefined));
  try {
    await Promise.race([failed, waitUntilComplete(system)]);
  } finally {
    filled.abort();
  }
  const seconds = (performance.now() - started) / 1000;
  const during = await reading;
  if (Number.isNaN(during.p99Ms))
    throw new Error('The backfill ended before the warm-up: use more artifacts.');
  return { during, seconds };
}

interface CopiesResponse {
  readonly stores: readonly { state: string; objects: number; complete: number; queued: number }[];
}

/** Resolves when GET /copies reports that both stores have all objects. */
async function waitUntilComplete({ url, user, password }: BenchSystem): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  let last = '';
  for (const deadline = performance.now() + MAX_SECONDS * 1000; performance.now() < deadline; ) {
    const answer = await fetch(`${url}/copies`, { headers: { authorization } });
    last = await answer.text();
    if (!answer.ok) throw new Error(`GET /copies was answered ${answer.status}: ${last.slice(0, 500)}`);
    const { stores } = JSON.parse(last) as CopiesResponse;
    const isComplete = (store: CopiesResponse['stores'][number]) =>
      store.state === 'complete' && store.complete === store.objects && store.queued === 0;
    if (stores.length === 2 && stores.every(isComplete)) return;
    await sleep(POLL_MS);
  }
  throw new Error(`The stores are not complete after ${MAX_SECONDS} seconds: ${last.slice(0, 1_000)}`);
}

async function measureFolder(folder: string): Promise<{ objects: number; bytes: number }> {
  const found = { objects: 0, bytes: 0 };
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    found.objects++;
    found.bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return found;
}
