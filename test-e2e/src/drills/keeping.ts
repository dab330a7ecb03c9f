// npm run drill -- keeping [INSTANTS] [SEED] [JOB…]: kill -9 of each of the jobs that keep the store (or of those named:
// compact, fixity, sweep, rebuild), at so many random instants (default 20) each, with readers and writers running.
import { drillServers, testDatabase } from '@holdfast/testkit';
import { jobs, keeping } from '../keeping/keeping.ts';
import { runDrill } from '../support/run-drill.ts';

const instants = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const named = jobs.filter((job) => process.argv.length <= 4 || process.argv.slice(4).includes(job));

await runDrill(async () => {
  console.log(`${instants} kills each, seed ${seed}`);
  await drillServers();
  for (const job of named) {
    const { url: databaseUrl } = await testDatabase();
    const plan = { databaseUrl, job, instants, artifacts: 400, seed, say: console.log };
    const outcome = await keeping(plan);
    console.log(
      `${job}: ${JSON.stringify(outcome)}: no read failed, nothing lost, index and store say the same.`,
    );
  }
});
