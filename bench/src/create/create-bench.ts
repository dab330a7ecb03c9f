// The benchmark `create`: many clients that each create one small artifact after the other in one AU, with group
// commit and without by turns, on each object store. Every run meets services of its own.

import { sumOf } from '../service/metrics.ts';
import type { System } from '../service/system.ts';
import { createOverHttp } from './create-over-http.ts';
import { type CreateFigures, type CreateResults, type StoreResult, storeResult } from './create-results.ts';
import { benchNamespace, type Creations } from './plan.ts';
import { type BenchStore, openStore, type StoreKind } from './stores.ts';

export interface CreateWishes {
  seconds: number;
  creators: number;
  stores: readonly StoreKind[];
  rounds: number;
}

type Open = (settings: Record<string, string>) => Promise<System>;

const payloadBytes = 20_000;
const auid = 'bench&creators~many';
/** Operations that make one object each. */
const writes = ['create', 'put', 'PutObject', 'CompleteMultipartUpload'];

export async function createBench(open: Open, wishes: CreateWishes): Promise<CreateResults> {
  const { creators, seconds } = wishes;
  const results: CreateResults = { creators, seconds, payloadBytes, stores: [], leftOut: [] };
  for (const kind of wishes.stores) {
    const store = await openStore(kind).catch((error: Error) => error.message);
    if (typeof store === 'string') {
      results.leftOut.push({ store: kind, reason: store });
      continue;
    }
    try {
      results.stores.push(await onStore(open, kind, store, wishes));
    } finally {
      await store.stop();
    }
  }
  return results;
}

async function onStore(
  open: Open,
  kind: StoreKind,
  store: BenchStore,
  wishes: CreateWishes,
): Promise<StoreResult> {
  const found = { on: [] as CreateFigures[], off: [] as CreateFigures[] };
  for (let round = 0; round < wishes.rounds; round++) {
    // Each round begins with the other one: what else the machine does touches both alike.
    for (const grouping of round % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
      const settings = { GROUP_COMMIT: grouping, MAX_CREATES: String(Math.max(256, wishes.creators)) };
      const system = await open({ ...(await store.settings()), ...settings });
      try {
        found[grouping].push(await oneRun(system, wishes));
      } finally {
        await system.stop();
      }
    }
  }
  return storeResult(kind, found.on, found.off);
}

async function oneRun(system: System, { creators, seconds }: CreateWishes): Promise<CreateFigures> {
  const { url, user, password } = system;
  const before = await counted(system);
  const warmUpSeconds = Math.min(2, seconds / 4);
  const plan = { url, user, password, auid, creators, payloadBytes, warmUpSeconds, seconds };
  const creations = await createOverHttp(plan);
  const after = await counted(system);
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

async function counted({ metricsUrl }: System): Promise<{ objects: number; cpuSeconds: number }> {
  const answer = await fetch(metricsUrl);
  if (!answer.ok) throw new Error(`${metricsUrl} answered ${answer.status}.`);
  const metrics = await answer.text();
  return { objects: objectsWritten(metrics), cpuSeconds: sumOf(metrics, 'process_cpu_seconds_total') };
}

/** Requests that made an object, of the service's metrics. */
export function objectsWritten(metrics: string): number {
  const made = metrics.split('\n').filter((line) => {
    const operation = /\boperation="([^"]*)"/.exec(line)?.[1];
    return operation !== undefined && writes.includes(operation) && line.includes('outcome="ok"');
  });
  return sumOf(made.join('\n'), 'object_store_request_duration_seconds_count');
}

/** Nothing that was acknowledged is missing, and nothing is there that was not. */
async function checkListing({ url, user, password }: System, { acknowledged }: Creations): Promise<void> {
  const query = new URLSearchParams({
    namespace: benchNamespace,
    version: 'all',
    includeUncommitted: 'true',
    limit: '1',
  });
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const answer = await fetch(`${url}/aus/${encodeURIComponent(auid)}/artifacts?${query}`, {
    headers: { authorization },
  });
  if (!answer.ok) throw new Error(`The listing was answered ${answer.status}: ${await answer.text()}`);
  const { pageInfo } = (await answer.json()) as { pageInfo: { totalCount: number } };
  if (pageInfo.totalCount !== acknowledged) {
    throw new Error(`${acknowledged} artifacts were acknowledged; the AU lists ${pageInfo.totalCount}.`);
  }
}
