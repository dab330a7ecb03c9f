// Usage: npm run drill -- copies-chaos [MINUTES] [SEED] [PERIOD]. Stores the same objects in two folders and a bucket,
// and damages one of these stores every PERIOD seconds (default 20) for MINUTES (default 60), while clients read and
// write. Needs root, to mount file systems. Fails if a reader receives an error or a wrong byte, if an acknowledged
// write is lost, or if the stores do not become complete by themselves.
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
