// npm run drill -- rot [SEED]: 200 random bit flips, truncations and deletions in the objects of a store of 2,500
// artifacts; fixity, reading, repair.
import { rot } from '../rot/rot.ts';
import { runDrill } from '../support/run-drill.ts';

const seed = Number(process.argv[2] ?? Date.now() % 1_000_000_000);

await runDrill(async () => {
  console.log(`seed ${seed}`);
  await rot({ seed, artifacts: 2_500, perArchive: 16, events: 200, say: console.log });
});
