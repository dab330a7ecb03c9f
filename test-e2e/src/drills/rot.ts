// Usage: npm run drill -- rot [SEED]. Damages the objects of a store of 2,500 artifacts with 200 random bit flips,
// truncations and deletions. Then tests that fixity checks find the damage, that reads do not return wrong bytes, and
// that damaged objects are repaired.
import { startTestPostgres } from '@holdfast/testkit';
import { runRotDrill } from '../rot/rot.ts';
import { runDrill } from '../support/run-drill.ts';

const seed = Number(process.argv[2] ?? Date.now() % 1_000_000_000);

await runDrill(async () => {
  console.log(`seed ${seed}`);
  const { server } = await startTestPostgres({ unsafe: true });
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
