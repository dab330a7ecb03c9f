// The benchmark `replay`: look-ups and full scans of a large index over HTTP, and how fast URLs become urlkeys.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { startEmbeddedPostgres } from '@holdfast/standalone/postgres';
import { seededRandom } from '../corpus/random.ts';
import { type OpenSystem, type System, withSystem } from '../service/system.ts';
import { bareSelects } from './bare-select.ts';
import { cdxClient } from './cdx-client.ts';
import { type FullScan, fullScan } from './full-scan.ts';
import { loadCaptures } from './load.ts';
import { type LookupKind, type Lookups, measureLookups } from './lookups.ts';
import type { ReplayResults } from './replay-results.ts';
import { type Sites, sitesOf } from './sites.ts';
import { surtRate } from './surt-rate.ts';

export interface ReplayWishes {
  readonly captures: number;
  readonly rounds: number;
}

export async function replayBench(
  open: OpenSystem,
  { captures, rounds }: ReplayWishes,
): Promise<ReplayResults> {
  const sites = sitesOf(captures);
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-'));
  // PostgreSQL refuses root: its server then runs as another user, who must be able to enter.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ folder });
  const database = openDatabase<unknown>({
    url: postgres.url,
    applicationName: 'bench',
    onError: () => undefined,
  });
  try {
    const openOn = (settings: Record<string, string>) => open({ DATABASE_URL: postgres.url, ...settings });
    const usual = await withSystem(openOn, {}, (system) => asItComes(system, database, sites, rounds));
    const whole = await withSystem(openOn, { REPLAY_CDX_LIMIT: String(captures) }, (system) =>
      scan(system, captures, rounds),
    );
    const surt = await surtRate(Math.max(1_000, Math.floor(captures / 5)), rounds);
    return {
      captures,
      urls: sites.all.length,
      busyCaptures: sites.busy[0]!.captures,
      lookups: usual.lookups,
      busyOverTen:
        p50(usual.lookups, 'ten closest, busy URL') / p50(usual.lookups, 'ten closest, URL with 10'),
      scans: { resumed: usual.resumed, whole },
      surt,
    };
  } finally {
    await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function asItComes(system: System, database: Database<unknown>, sites: Sites, rounds: number) {
  const select = await bareSelects(database, await loadCaptures(database, sites));
  const client = cdxClient(system);
  try {
    const count = Math.min(2_000, Math.max(100, Math.floor(sites.all.length / 25)));
    const deps = { client, select, random: seededRandom('look-ups') };
    const lookups = await measureLookups(deps, sites, count);
    const captures = sites.all.reduce((sum, site) => sum + site.captures, 0);
    return { lookups, resumed: await fullScan(client, system, captures, rounds) };
  } finally {
    client.close();
    select.close();
  }
}

async function scan(system: System, captures: number, rounds: number): Promise<FullScan> {
  const client = cdxClient(system);
  try {
    return await fullScan(client, system, captures, rounds);
  } finally {
    client.close();
  }
}

function p50(lookups: readonly Lookups[], name: LookupKind): number {
  return lookups.find((one) => one.name === name)!.overHttp.p50Ms;
}
