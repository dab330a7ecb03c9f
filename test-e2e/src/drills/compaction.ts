// Usage: npm run drill -- compaction [ARTIFACTS] [BYTES]. Creates ARTIFACTS artifacts (default 10,000) of BYTES bytes
// (default 20,000), each in its own object. Compaction merges them, then half of them are deleted. Fails if more
// objects remain than 64 MiB segments need, or if compaction reclaims less than 95 % of the dead bytes.
import { startTestPostgres } from '@holdfast/testkit';
import { runCompactionDrill } from '../compaction/compaction.ts';
import { runDrill } from '../support/run-drill.ts';

const artifacts = Number(process.argv[2] ?? 10_000);
const sizeBytes = Number(process.argv[3] ?? 20_000);

await runDrill(async () => {
  const { server } = await startTestPostgres({ unsafe: true });
  const outcome = await runCompactionDrill({
    databaseUrl: server.url,
    artifacts,
    sizeBytes,
    say: console.log,
  });
  const { before, after, fewestObjects, mergeSeconds, deadBytes, freedBytes } = outcome;
  const rate = after.storedBytes / mergeSeconds / 1e6;
  console.log(`${before.objects} objects became ${after.objects} (at ${rate.toFixed(0)} MB/s).`);
  console.log(
    `Reading all of it: ${before.requestsPerGb} requests per GB before, ${after.requestsPerGb} after.`,
  );
  const share = freedBytes / deadBytes;
  console.log(`${(share * 100).toFixed(1)} % of ${deadBytes} dead bytes were given back.`);
  if (after.objects > fewestObjects) throw new Error(`${fewestObjects} objects would have been enough`);
  if (share < 0.95) throw new Error('too little was given back');
});
