// Usage: npm run drill -- rot [SEED]. Makes 200 random bit flips, truncations and deletions in the objects of
// a store of 2,500 artifacts, then tests fixity, reading and repair.
import { startOwnPostgres } from '@holdfast/testkit';
import { runRotDrill } from '../rot/rot.ts';
import { runDrill } from '../support/run-drill.ts';

const seed = Number(process.argv[2] ?? Date.now() % 1_000_000_000);

await runDrill(async () => {
  console.log(`seed ${seed}`);
  const { server } = await startOwnPostgres({ unsafe: true });
  await runRotDrill({
    databaseUrl: server.url,
    seed,
    artifacts: 2_500,
    perArchive: 16,
    events: 200,
    kills: 20,
    say: console.log,
  });
});
