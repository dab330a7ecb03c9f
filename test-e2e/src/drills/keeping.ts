// npm run drill -- keeping [INSTANTS] [SEED]: kill -9 of each of the jobs that keep the store, at so many random instants
// (default 20) each, with readers and writers running.
import { ownPostgres } from '@holdfast/testkit';
import { jobs, keeping } from '../keeping/keeping.ts';
import { runDrill } from '../support/run-drill.ts';

const instants = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);

await runDrill(async () => {
  console.log(`${instants} kills each, seed ${seed}`);
  for (const job of jobs) {
    const { server } = await ownPostgres({ unsafe: true });
    const plan = { databaseUrl: server.url, job, instants, artifacts: 400, seed, say: console.log };
    const outcome = await keeping(plan);
    console.log(
      `${job}: ${JSON.stringify(outcome)}: no read failed, nothing lost, index and store say the same.`,
    );
  }
});
