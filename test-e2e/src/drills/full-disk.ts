// Usage: npm run drill -- full-disk [ROUNDS]. Runs a node on a small file system, first with PostgreSQL on another
// disk, then on the same disk. In each of ROUNDS rounds (default 10), fills the disk by imports and then to the last
// byte, while readers continue. Needs root to mount the file system. Fails if a process ends, a read fails, or
// acknowledged data is lost.
import { chooseSeed, startTestPostgres } from '@holdfast/testkit';
import { runFullDiskDrill } from '../full-disk/full-disk.ts';
import { runDrill } from '../support/run-drill.ts';
import { createRandomFromSeed } from '../support/seeded.ts';

const rounds = Number(process.argv[2] ?? 10);

await runDrill(async () => {
  const { share: random } = createRandomFromSeed(chooseSeed('what is read'));
  const plan = { rounds, fullMs: 3_000, random, say: console.log };
  const { server } = await startTestPostgres();
  console.log('PostgreSQL is elsewhere.');
  await runFullDiskDrill({ ...plan, databaseUrl: server.url });
  console.log("PostgreSQL's files are on the same disk.");
  await runFullDiskDrill({ ...plan, databaseUrl: undefined });
});
