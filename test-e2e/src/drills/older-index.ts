// Usage: npm run drill -- older-index [ROUNDS] [SEED]. In each of ROUNDS rounds (default 20), resets the database of a
// repository to an earlier state, by a copy of the database or of PostgreSQL's data folder. In two of three rounds, the
// service's clock is one hour off. The service must refuse to work, and the command that its status names must recover
// everything.
import { startTestPostgres } from '@holdfast/testkit';
import { runOlderIndexDrill } from '../older-index/older-index.ts';
import { createDatabaseCopies, createFolderCopies, makeDatabase } from '../older-index/states.ts';
import { runDrill } from '../support/run-drill.ts';
import { createRandomFromSeed } from '../support/seeded.ts';

const rounds = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000_000);

await runDrill(async () => {
  console.log(`seed ${seed}`);
  const postgres = await startTestPostgres();
  await makeDatabase(postgres);
  const outcome = await runOlderIndexDrill({
    rounds,
    random: createRandomFromSeed(seed),
    states: [createDatabaseCopies(postgres), createFolderCopies(postgres)],
    clocks: [0, 0, -1, -1, 1, 1],
    say: console.log,
  });
  console.table([outcome]);
});
