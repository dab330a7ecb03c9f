// Usage: npm run drill -- disaster [ROUNDS] [SEED]. In each of ROUNDS rounds (default 20), removes both databases and
// all object stores except one at a random moment under traffic. Then rebuilds everything from the remaining store and
// compares the result with the acknowledged writes.
import { startDrillServers } from '@holdfast/testkit';
import { runDisaster } from '../disaster/disaster.ts';
import { runDrill } from '../support/run-drill.ts';

const rounds = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000_000);

await runDrill(async () => {
  console.log(`seed ${seed}`);
  await startDrillServers();
  const outcome = await runDisaster({
    seed,
    rounds,
    stores: 2,
    trafficMs: [3_000, 10_000],
    say: console.log,
  });
  console.log(JSON.stringify(outcome));
});
