// Usage: npm run drill -- schemathesis [REQUESTS] [SEED]. Runs Schemathesis with all its checks against both running
// services and their OpenAPI contracts, until each service has received at least REQUESTS requests (default 5,000).
// Fails if Schemathesis reports an error.
import { startTestPostgres } from '@holdfast/testkit';
import { installSchemathesis } from '../schemathesis/installed-schemathesis.ts';
import { runSchemathesisDrill } from '../schemathesis/schemathesis.ts';
import { runDrill } from '../support/run-drill.ts';

const wanted = Number(process.argv[2] ?? 5_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);

await runDrill(async () => {
  const installed = await installSchemathesis();
  if ('missing' in installed) throw new Error(installed.missing);
  const { server } = await startTestPostgres({ unsafe: true });
  const { requests, statuses } = await runSchemathesisDrill({
    program: installed.python,
    databaseUrl: server.url,
    requests: wanted,
    examples: 60,
    phases: ['examples', 'coverage', 'fuzzing', 'stateful'],
    seed,
    say: console.log,
  });
  console.table(statuses);
  console.log(`${JSON.stringify(requests)} requests: no 5xx, nothing that the contracts do not say.`);
});
