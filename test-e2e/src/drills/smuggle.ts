// Usage: npm run drill -- smuggle [ROUNDS]. Sends requests through the console of a configuration service, ROUNDS times
// (default 1): every method with every framing, and `Connection` headers that name each header field. Other users send
// requests at the same time. Each request must reach the repository service exactly once.
import { startTestPostgres } from '@holdfast/testkit';
import { runSmuggleDrill } from '../smuggle/smuggle.ts';
import { runDrill } from '../support/run-drill.ts';

const rounds = Number(process.argv[2] ?? 1);

await runDrill(async () => {
  const { server } = await startTestPostgres({ unsafe: true });
  const { sent, othersSent, arrived } = await runSmuggleDrill({
    databaseUrl: server.url,
    rounds,
    say: console.log,
  });
  console.log(
    `${sent} sent by the attackers, ${othersSent} by others; ${arrived} arrived, each of them once.`,
  );
});
