// Usage: npm run drill -- records [FILES] [SEED]. Imports FILES files (default 300) of random records, packed with
// gzip, with zstd or as WACZ. The records have random companion records (request, metadata), revisits in any order, and
// three methods per URL; every tenth file is damaged. After import, merging, rebuild and export, the repository must
// match a simple model.
import { startDrillServers } from '@holdfast/testkit';
import { runRecordsDrill } from '../records/records.ts';
import { runDrill } from '../support/run-drill.ts';

const files = Number(process.argv[2] ?? 300);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);

await runDrill(async () => {
  console.log(`${files} files of seed ${seed}`);
  await startDrillServers();
  const { captures, companions, damaged } = await runRecordsDrill({ seed, files, say: console.log });
  console.log(`${captures} captures with ${companions} companions; ${damaged} records were damaged`);
});
