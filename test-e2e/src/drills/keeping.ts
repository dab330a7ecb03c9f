// Usage: npm run drill -- keeping [INSTANTS] [SEED] [JOB…]. Kills each maintenance job (or only the named ones:
// compact, fixity, sweep, purge, rebuild) with SIGKILL at INSTANTS random moments (default 20), while readers and
// writers run. Uses a folder and then S3 as object store.
import { join } from 'node:path';
import { createTestDatabase, findTestS3, startDrillServers, type TestS3Server } from '@holdfast/testkit';
import { keepJobs, runKeepingDrill } from '../keeping/keeping.ts';
import { createS3Place } from '../rebuild/s3-place.ts';
import { runDrill } from '../support/run-drill.ts';

const instants = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const named = keepJobs.filter((job) => process.argv.length <= 4 || process.argv.slice(4).includes(job));

await runDrill(async () => {
  console.log(`${instants} kills each, seed ${seed}`);
  await startDrillServers();
  const s3 = findTestS3();
  if (!s3) throw new Error('there is no S3 server');
  for (const job of named) {
    for (const store of ['folder', 'S3'] as const) {
      const { url: databaseUrl } = await createTestDatabase();
      const bucket = store === 'S3' ? await createBucketTarget(s3) : undefined;
      const plan = {
        databaseUrl,
        jobs: [job],
        instants,
        artifacts: 400,
        seed,
        pauseMs: 15,
        say: console.log,
      };
      const outcome = await runKeepingDrill(bucket ? { ...plan, bucket } : plan);
      console.log(
        `${job}, ${store}: ${JSON.stringify(outcome)}: no read failed, nothing lost, all books right.`,
      );
    }
  }
});

async function createBucketTarget(s3: TestS3Server) {
  const settings = await s3.bucket();
  const objects = s3.folder === undefined ? undefined : join(s3.folder, settings.bucket);
  return { ...createS3Place(settings), objects };
}
