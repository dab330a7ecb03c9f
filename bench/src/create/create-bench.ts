// Benchmark `create`: many clients create small artifacts in one AU, alternately with and without group commit, on each
// object store. A few clients create large artifacts. Each run has its own services.

import { fileURLToPath } from 'node:url';
import { runInChildProcess } from '../child-process.ts';
import { sumMetric } from '../service/metrics.ts';
import { watchMemory } from '../service/resident-memory.ts';
import { type BenchSystem, type SystemOpener, withSystem } from '../service/system.ts';
import {
  type CreateFigures,
  type CreateResults,
  computeStoreResult,
  type LargeArtifactFigures,
} from './create-results.ts';
import { BENCH_NAMESPACE, type CreatePlan, type CreationCounts } from './plan.ts';
import { type BenchStore, openBenchStore, type StoreKind } from './stores.ts';

export interface CreateOptions {
  readonly seconds: number;
  readonly creators: number;
  readonly stores: readonly StoreKind[];
  readonly rounds: number;
  /** Size of the payloads of large artifacts, in MB. */
  readonly largeMegabytes: number;
}

const PAYLOAD_BYTES = 20_000;
const LARGE_CREATORS = 4;
/** Maximum duration of runs with large artifacts, which would otherwise fill the disk. */
const MAX_LARGE_SECONDS = 10;
const AUID = 'bench&creators~many';
/** Object store operations that create an object. */
const writes = ['create', 'put', 'PutObject', 'CompleteMultipartUpload'];

export async function runCreateBench(open: SystemOpener, options: CreateOptions): Promise<CreateResults> {
  const load: CreateLoad = {
    creators: options.creators,
    seconds: options.seconds,
    payloadBytes: PAYLOAD_BYTES,
  };
  const large: CreateLoad = {
    creators: LARGE_CREATORS,
    seconds: Math.min(options.seconds, MAX_LARGE_SECONDS),
    payloadBytes: options.largeMegabytes * 1e6,
  };
  const results: CreateResults = { ...load, large, stores: [], leftOut: [] };
  for (const kind of options.stores) {
    const store = await openBenchStore(kind).catch((error: Error) => error.message);
    if (typeof store === 'string') {
      results.leftOut.push({ store: kind, reason: store });
      continue;
    }
    try {
      const runs = await runOnStore(open, store, { load, large, rounds: options.rounds });
      results.stores.push(computeStoreResult(kind, runs));
    } finally {
      await store.stop();
    }
  }
  return results;
}

type CreateLoad = CreateResults['large'];

async function runOnStore(
  open: SystemOpener,
  store: BenchStore,
  { load, large, rounds }: { load: CreateLoad; large: CreateLoad; rounds: number },
): Promise<Parameters<typeof computeStoreResult>[1]> {
  const runs = { on: [] as CreateFigures[], off: [] as CreateFigures[], large: [] as LargeArtifactFigures[] };
  const settings = { MAX_CREATES: String(Math.max(256, load.creators)) };
  for (let round = 0; round < rounds; round++) {
    // Alternates the order from round to round, so that other load on the machine affects both settings equally.
    for (const GROUP_COMMIT of round % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
      const own = { ...(await store.settings()), ...settings, GROUP_COMMIT };
      runs[GROUP_COMMIT].push(await withSystem(open, own, (system) => runOnce(system, load)));
    }
    const own = { ...(await store.settings()), ...settings };
    runs.large.push(await withSystem(open, own, (system) => runLargeOnce(system, large)));
  }
  return { grouped: runs.on, alone: runs.off, large: runs.large };
}

async function runLargeOnce(system: BenchSystem, load: CreateLoad): Promise<LargeArtifactFigures> {
  const memory = watchMemory(system.pid);
  try {
    const figures = await runOnce(system, load);
    const megabytesPerSecond = (figures.artifactsPerSecond * load.payloadBytes) / 1e6;
    return { ...figures, megabytesPerSecond, memoryBytes: memory.peakBytes() };
  } finally {
    memory.stop();
  }
}

async function runOnce(system: BenchSystem, load: CreateLoad): Promise<CreateFigures> {
  const { url, user, password } = system;
  const before = await readCounters(system);
  const warmUpSeconds = Math.min(2, load.seconds / 4);
  const creations = await createOverHttp({ ...load, url, user, password, auid: AUID, warmUpSeconds });
  const after = await readCounters(system);
  await checkListing(system, creations);
  const { acknowledged, artifactsPerSecond, p50Ms, p99Ms } = creations;
  return {
    artifactsPerSecond,
    p50Ms,
    p99Ms,
    objectsPerThousandArtifacts: ((after.objects - before.objects) * 1000) / acknowledged,
    serviceCpuMs: ((after.cpuSeconds - before.cpuSeconds) * 1000) / acknowledged,
    creatorsCpuMs: (creations.cpuSeconds * 1000) / acknowledged,
  };
}

async function readCounters({ metricsUrl }: BenchSystem): Promise<{ objects: number; cpuSeconds: number }> {
  const answer = await fetch(metricsUrl);
  if (!answer.ok) throw new Error(`${metricsUrl} answered ${answer.status}.`);
  const metrics = await answer.text();
  return {
    objects: countWrittenObjects(metrics),
    cpuSeconds: sumMetric(metrics, 'process_cpu_seconds_total'),
  };
}

/** Returns the number of object store requests that created an object, from the service's metrics. */
export function countWrittenObjects(metrics: string): number {
  const made = metrics.split('\n').filter((line) => {
    const operation = /\boperation="([^"]*)"/.exec(line)?.[1];
    return operation !== undefined && writes.includes(operation) && line.includes('outcome="ok"');
  });
  return sumMetric(made.join('\n'), 'holdfast_object_store_request_duration_seconds_count');
}

/** Throws unless the listing contains exactly the artifacts that the service has acknowledged. */
async function checkListing(
  { url, user, password }: BenchSystem,
  { acknowledged }: CreationCounts,
): Promise<void> {
  const query = new URLSearchParams({
    namespace: BENCH_NAMESPACE,
    version: 'all',
    includeUncommitted: 'true',
    limit: '1',
  });
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const answer = await fetch(`${url}/aus/${encodeURIComponent(AUID)}/artifacts?${query}`, {
    headers: { authorization },
  });
  if (!answer.ok) throw new Error(`The listing was answered ${answer.status}: ${await answer.text()}`);
  const { pageInfo } = (await answer.json()) as { pageInfo: { totalCount: number } };
  if (pageInfo.totalCount !== acknowledged) {
    throw new Error(`${acknowledged} artifacts were acknowledged; the AU lists ${pageInfo.totalCount}.`);
  }
}

// The clients run as a separate program, so this must be a compiled file even if the current file is TypeScript.
const creatorsProgram = fileURLToPath(new URL('../../dist/create/creators-process.js', import.meta.url));

/** Runs the creating clients in their own process. */
export function createOverHttp(plan: CreatePlan): Promise<CreationCounts> {
  return runInChildProcess(creatorsProgram, plan);
}
