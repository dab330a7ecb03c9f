// Usage: npm run drill -- disaster [ROUNDS] [SEED]. Removes both databases at a random instant under traffic, twenty
// times, rebuilds them from the object store, and compares them with what was acknowledged.
import { runDisaster } from '../disaster/disaster.ts';
import { runDrill } from '../support/run-drill.ts';

const rounds = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000_000);

await runDrill(async () => {
  console.log(`seed ${seed}`);
  const outcome = await runDisaster({ seed, rounds, trafficMs: [3_000, 10_000], say: console.log });
  console.log(JSON.stringify(outcome));
});
