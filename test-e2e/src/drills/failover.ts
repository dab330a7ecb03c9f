// Usage: npm run drill -- failover [ROUNDS] [SEED]. Under traffic, kills the primary of a PostgreSQL pair and promotes
// its standby: ROUNDS times (default 10) with synchronous and ROUNDS times with asynchronous replication. With
// asynchronous replication, the standby is disconnected 0.3 to 1.5 seconds before the kill, so that it lacks changes.
// Prints the number of lost changes, and the seconds until the service accepts writes again.
import { failOver } from '../failover/failover.ts';
import { runDrill } from '../support/run-drill.ts';
import { createRandomFromSeed } from '../support/seeded.ts';

const rounds = Number(process.argv[2] ?? 10);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000_000);
const only = process.argv[4];

await runDrill(async () => {
  console.log(`seed ${seed}`);
  for (const kind of ['synchronous', 'asynchronous']) {
    if (only !== undefined && only !== kind) continue;
    const isSynchronous = kind === 'synchronous';
    const outcome = await failOver({
      rounds,
      isSynchronous,
      random: createRandomFromSeed(seed),
      say: console.log,
    });
    const sorted = [...outcome.readySeconds].sort((a, b) => a - b);
    console.table([
      {
        kind,
        ...outcome,
        readySeconds: `${sorted[0]!.toFixed(2)} to ${sorted.at(-1)!.toFixed(2)}`,
      },
    ]);
  }
});
