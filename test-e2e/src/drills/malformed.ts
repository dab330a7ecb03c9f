// Usage: npm run drill -- malformed [COUNT] [SEED]. Sends COUNT malformed uploads (default 1,000) to a running service.
import { startTestPostgres } from '@holdfast/testkit';
import { sendMalformedUploads } from '../malformed/malformed.ts';
import { runDrill } from '../support/run-drill.ts';

const uploads = Number(process.argv[2] ?? 1_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);

await runDrill(async () => {
  console.log(`${uploads} uploads of seed ${seed}`);
  const { server } = await startTestPostgres({ unsafe: true });
  const { artifacts } = await sendMalformedUploads({
    databaseUrl: server.url,
    uploads,
    seed,
    bombMiB: 128,
    say: console.log,
  });
  console.log(
    `No 5xx, the same process, nothing left behind; ${artifacts} artifacts stored, all with their objects.`,
  );
});
