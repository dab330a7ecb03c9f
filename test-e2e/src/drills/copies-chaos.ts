// Usage: npm run drill -- copies-chaos [MINUTES] [SEED] [PERIOD]. Damages two folders and a bucket with the same objects one
// after another, every PERIOD seconds (default 20) for MINUTES (default 60), under imports, creates, deletes, purges
// and readers. Needs root, to mount file systems. Fails if a reader sees an error or a wrong byte, if something
// acknowledged is lost, or if the stores do not become complete by themselves.
import { startDrillServers } from '@holdfast/testkit';
import { runCopiesChaos } from '../copies-chaos/copies-chaos.ts';
import { runDrill } from '../support/run-drill.ts';

const minutes = Number(process.argv[2] ?? 60);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000_000);
const periodMs = 1_000 * Number(process.argv[4] ?? 20);

await runDrill(async () => {
  console.log(`seed ${seed}`);
  await startDrillServers();
  const outcome = await runCopiesChaos({
    seed,
    minutes,
    periodMs,
    awayMs: 3 * periodMs,
    killShare: 0.1,
    untilSwept: true,
    say: console.log,
  });
  console.log(JSON.stringify(outcome));
});
