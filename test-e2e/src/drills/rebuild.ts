// Usage: npm run drill -- rebuild [ARTIFACTS] [SEED]. Fills two repositories with changes of every kind, one with
// ARTIFACTS artifacts (default 20,000) and one with twice as many, and drops their databases. Rebuilds them
// alternately, five times each, from a folder and from S3, and prints the median times. Then kills another rebuild at
// 20 random moments.
import { createTemporaryFolder, findTestS3, startDrillServers } from '@holdfast/testkit';
import { type RebuildOutcome, runRebuildDrill } from '../rebuild/rebuild.ts';
import { createS3Place } from '../rebuild/s3-place.ts';
import { runDrill } from '../support/run-drill.ts';
import { createRandomFromSeed } from '../support/seeded.ts';

const artifacts = Number(process.argv[2] ?? 20_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const mostTimes = 2.2;

await runDrill(async () => {
  console.log(`${artifacts} artifacts of seed ${seed}`);
  await startDrillServers();
  const plan = {
    seed,
    artifacts,
    rounds: 5,
    rebuilds: 5,
    kills: 20,
    random: createRandomFromSeed(seed).share,
    say: console.log,
  };
  const folders = [1, 2].map(async (uses) => ({ objectStore: `fs:${await createTemporaryFolder()}`, uses }));
  const inProportion = [
    reportRebuildTimes('folder', await runRebuildDrill({ ...plan, stores: await Promise.all(folders) })),
  ];
  const s3 = findTestS3();
  if (!s3) throw new Error('there is no S3 server to rebuild from');
  const buckets = [1, 2].map(async (uses) => ({ ...createS3Place(await s3.bucket()), uses }));
  inProportion.push(
    reportRebuildTimes('S3', await runRebuildDrill({ ...plan, stores: await Promise.all(buckets) })),
  );
  if (!inProportion.every(Boolean)) throw new Error('a larger store costs more than in proportion');
});

/** Prints the measured times. Returns whether twice as many artifacts took at most 2.2 times as long. */
function reportRebuildTimes(store: string, outcomes: readonly RebuildOutcome[]): boolean {
  console.table(
    outcomes.map(({ used, artifacts: rebuilt, bytes, seconds, lines }) => ({
      store,
      artifacts: rebuilt,
      'lines the same': lines,
      'import artifacts/s': Math.round(used.importedArtifacts / (used.importMs / 1000)),
      'import MB/s': roundToTenths(used.importedBytes / 1_000 / used.importMs),
      'rebuild s': roundToTenths(seconds),
      'rebuild artifacts/s': Math.round(rebuilt / seconds),
      'rebuild MB/s': roundToTenths(bytes / 1_000_000 / seconds),
    })),
  );
  const [first, last] = [outcomes[0]!, outcomes.at(-1)!];
  const [more, longer] = [last.artifacts / first.artifacts, last.seconds / first.seconds];
  console.log(`${store}: ${more.toFixed(2)} times the artifacts took ${longer.toFixed(2)} times the time`);
  return longer <= (mostTimes / 2) * more;
}

function roundToTenths(value: number): number {
  return Math.round(value * 10) / 10;
}
