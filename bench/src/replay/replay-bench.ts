// Benchmark `replay`: look-ups and full scans of a large index over HTTP, and computation of urlkeys.
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { createBenchRandom } from '../corpus/random.ts';
import { withBenchPostgres } from '../service/bench-postgres.ts';
import { type BenchSystem, type SystemOpener, withSystem } from '../service/system.ts';
import { openBareSelects } from './bare-select.ts';
import { createCdxClient } from './cdx-client.ts';
import { type FullScan, measureFullScan } from './full-scan.ts';
import { loadCaptures } from './load.ts';
import { type LookupKind, type LookupMeasurement, measureLookups } from './lookups.ts';
import type { ReplayResults } from './replay-results.ts';
import { type BenchSites, makeSites } from './sites.ts';
import { measureSurtRate } from './surt-rate.ts';

export interface ReplayOptions {
  readonly captures: number;
  readonly rounds: number;
}

export async function runReplayBench(
  open: SystemOpener,
  { captures, rounds }: ReplayOptions,
): Promise<ReplayResults> {
  const sites = makeSites(captures);
  const { usual, whole } = await withBenchPostgres({}, async ({ url }) => {
    const database = openDatabase<unknown>({ url, applicationName: 'bench', onError: () => undefined });
    try {
      const settings = { DATABASE_URL: url };
      const asSet = await withSystem(open, settings, (system) =>
        measureDefaultSettings(system, database, sites, rounds),
      );
      const unbounded = { ...settings, REPLAY_CDX_LIMIT: String(captures) };
      const inOne = await withSystem(open, unbounded, (system) =>
        measureUnboundedScan(system, captures, rounds),
      );
      return { usual: asSet, whole: inOne };
    } finally {
      await database.close();
    }
  });
  const surt = await measureSurtRate(Math.max(1_000, Math.floor(captures / 5)), rounds);
  return {
    captures,
    urls: sites.all.length,
    busyCaptures: sites.busy[0]!.captures,
    lookups: usual.lookups,
    busyOverTen:
      findP50(usual.lookups, 'ten closest, busy URL') / findP50(usual.lookups, 'ten closest, URL with 10'),
    scans: { resumed: usual.resumed, whole },
    surt,
  };
}

async function measureDefaultSettings(
  system: BenchSystem,
  database: Database<unknown>,
  sites: BenchSites,
  rounds: number,
) {
  const select = await openBareSelects(database, await loadCaptures(database, sites));
  const client = createCdxClient(system);
  try {
    const count = Math.min(2_000, Math.max(100, Math.floor(sites.all.length / 25)));
    const deps = { client, select, random: createBenchRandom('look-ups') };
    const lookups = await measureLookups(deps, sites, count);
    const captures = sites.all.reduce((sum, site) => sum + site.captures, 0);
    return { lookups, resumed: await measureFullScan(client, system, captures, rounds) };
  } finally {
    client.close();
    select.close();
  }
}

async function measureUnboundedScan(
  system: BenchSystem,
  captures: number,
  rounds: number,
): Promise<FullScan> {
  const client = createCdxClient(system);
  try {
    return await measureFullScan(client, system, captures, rounds);
  } finally {
    client.close();
  }
}

function findP50(lookups: readonly LookupMeasurement[], name: LookupKind): number {
  return lookups.find((one) => one.name === name)!.overHttp.p50Ms;
}
