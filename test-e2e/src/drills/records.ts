// npm run drill -- records [FILES] [SEED]: files of random records with random companions, revisits in any order, three
// methods a URL, damage in one of ten files, packed with gzip, with zstd or as WACZ: after import, merging, a rebuild and
// an export, what is there is what a plain model says.
import { drillServers } from '@holdfast/testkit';
import { records } from '../records/records.ts';
import { runDrill } from '../support/run-drill.ts';

const files = Number(process.argv[2] ?? 300);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);

await runDrill(async () => {
  console.log(`${files} files of seed ${seed}`);
  await drillServers();
  const { captures, companions, damaged } = await records({ seed, files, say: console.log });
  console.log(`${captures} captures with ${companions} companions; ${damaged} records were damaged`);
});
