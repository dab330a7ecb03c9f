// Usage: npm run drill -- queries [QUERIES] [SEED]. Sends QUERIES (default 5,000) random /ws/* queries over random
// content and compares the results with a brute-force evaluation. Runs a test of the configuration service with more
// queries.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startTestPostgres } from '@holdfast/testkit';
import { runDrill } from '../support/run-drill.ts';

const queries = process.argv[2] ?? '5000';
const seed = process.argv[3] ?? String(Date.now() % 1_000_000_000);
const folder = '../../../services/config-service/test/features/queries/differential';
const program = fileURLToPath(new URL(`${folder}/drill.ts`, import.meta.url));

await runDrill(async () => {
  console.log(`${queries} queries from seed ${seed} on`);
  const { server } = await startTestPostgres({ unsafe: true });
  const drill = spawn(process.execPath, ['--enable-source-maps', program, server.url, queries, seed], {
    stdio: 'inherit',
  });
  const [code] = await once(drill, 'exit');
  if (code !== 0) throw new Error(`ended with ${code}`);
});
