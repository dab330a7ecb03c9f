// npm run drill -- keeping [INSTANTS] [SEED] [JOB…]: kill -9 of each of the jobs that keep the store (or of those named:
// compact, fixity, sweep, rebuild), at so many random instants (default 20) each, with readers and writers running; on a
// folder, and on S3.
import { drillServers, testDatabase, testS3 } from '@holdfast/testkit';
import { jobs, keeping } from '../keeping/keeping.ts';
import { s3Place } from '../rebuild/s3-place.ts';
import { runDrill } from '../support/run-drill.ts';

const instants = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const named = jobs.filter((job) => process.argv.length <= 4 || process.argv.slice(4).includes(job));

await runDrill(async () => {
  console.log(`${instants} kills each, seed ${seed}`);
  await drillServers();
  const s3 = testS3();
  if (!s3) throw new Error('there is no S3 server');
  for (const job of named) {
    for (const store of ['folder', 'S3'] as const) {
      const { url: databaseUrl } = await testDatabase();
      const bucket = store === 'S3' ? { bucket: s3Place(await s3.bucket()) } : {};
      const plan = { databaseUrl, ...bucket, job, instants, artifacts: 400, seed, say: console.log };
      const outcome = await keeping(plan);
      console.log(
        `${job}, ${store}: ${JSON.stringify(outcome)}: no read failed, nothing lost, all books right.`,
      );
    }
  }
});
