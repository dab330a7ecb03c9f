// Usage: npm run drill -- replay [CAPTURES] [SEED]. Sends CDX queries over CAPTURES random captures (default 20,000)
// with many equal URLs and dates: every sort, match type and limit, and the closest capture for each second. Compares
// each response with a brute-force evaluation.
import { startTestPostgres } from '@holdfast/testkit';
import { runReplayDrill } from '../replay/replay.ts';
import { runDrill } from '../support/run-drill.ts';

const captures = Number(process.argv[2] ?? 20_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);

await runDrill(async () => {
  const { server } = await startTestPostgres({ unsafe: true });
  const limits = [1, 2, 10, 100, 1_000];
  const plan = { captures, seed, everySeconds: 1, limits, say: console.log };
  const { queries, lines } = await runReplayDrill({ ...plan, databaseUrl: server.url });
  console.log(`${queries} queries with ${lines} lines: order and content as computed.`);
});
