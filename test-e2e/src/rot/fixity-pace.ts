// Measures the speed of fixity checks for a store and for a store twice as large.
import { createTemporaryFolder, makeWarc } from '@holdfast/testkit';
import { runKeepCommand } from '../support/keep.ts';
import { startRepository } from '../support/repository-server.ts';

export interface FixityPacePlan {
  /** URL of an empty database. */
  databaseUrl: string;
  archives: number;
  /** Number of records per archive. */
  records: number;
  recordBytes: number;
  /** Number of fixity checks of each store; the fastest counts. */
  walks: number;
}

export interface FixityPace {
  artifacts: number;
  megabytes: number;
  seconds: number;
}

interface FixityResult {
  items: number;
  bytes: number;
  seconds: number;
  damaged: unknown[];
}

/** Measures a store with `archives` archives, then the same store with twice as many. */
export async function measureFixityPace(plan: FixityPacePlan): Promise<[FixityPace, FixityPace]> {
  const { databaseUrl, archives } = plan;
  const env = { FIXITY_PERIOD: 'off', COMPACTION_PERIOD: 'off' };
  const place = { databaseUrl, objectStore: `fs:${await createTemporaryFolder()}`, env };
  const server = await startRepository(place);
  const fill = async (from: number) => {
    for (let i = from; i < from + archives; i++) {
      const { bytes } = makeWarc(plan.records, plan.recordBytes, `pace ${i}`);
      await server.client.importArchive(bytes, { auid: `au ${i % 4}` });
    }
  };
  await fill(0);
  const single = await measureFastestWalk(place, plan.walks);
  await fill(archives);
  const double = await measureFastestWalk(place, plan.walks);
  await server.process.stop();
  return [single, double];
}

async function measureFastestWalk(
  place: Parameters<typeof runKeepCommand>[0],
  walks: number,
): Promise<FixityPace> {
  const paces: FixityPace[] = [];
  for (let walk = 0; walk < walks; walk++) {
    const { code, result, output } = await runKeepCommand<FixityResult>(place, 'fixity', '--afresh');
    if (code !== 0) throw new Error(`fixity ended with ${code}: ${output}`);
    const { items, bytes, seconds } = result;
    paces.push({ artifacts: items, megabytes: bytes / 1_000_000, seconds });
  }
  return paces.reduce((best, pace) => (pace.seconds < best.seconds ? pace : best));
}
