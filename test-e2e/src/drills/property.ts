// Usage: npm run drill -- property [SEQUENCES] [SEED]. Runs SEQUENCES (default 2,000) random sequences of all
// operations that change or list artifacts, interleaved over two replicas. Compares the responses with an in-memory
// model. Prints each difference with the seed of its sequence.
import { startTestPostgres } from '@holdfast/testkit';
import { runPropertyDrill } from '../property/property.ts';
import { runDrill } from '../support/run-drill.ts';

const sequences = Number(process.argv[2] ?? 2_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000_000);

await runDrill(async () => {
  console.log(`${sequences} sequences from seed ${seed} on`);
  const { server } = await startTestPostgres({ unsafe: true });
  const outcome = await runPropertyDrill({ databaseUrl: server.url, seed, sequences, say: console.log });
  const { requests, reordered } = outcome;
  console.log(`${outcome.sequences} sequences of ${requests} requests, no difference from the model;`);
  console.log(`${reordered} times requests sent at once took effect in another order.`);
});
