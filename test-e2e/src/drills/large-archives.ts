// Usage: npm run drill -- large-archives [GIGABYTES]. Imports a 5 GB WARC and a 2 GB WACZ into a running service.
// GIGABYTES replaces both sizes.
import { startTestPostgres } from '@holdfast/testkit';
import { importLargeArchives, MAX_GROWTH_BYTES } from '../large-archives/large-archives.ts';
import { runDrill } from '../support/run-drill.ts';

const asked = process.argv[2] === undefined ? undefined : Number(process.argv[2]) * 1e9;

await runDrill(async () => {
  const { server } = await startTestPostgres({ unsafe: true });
  await importLargeArchives({
    databaseUrl: server.url,
    sizesBytes: { WACZ: asked ?? 2e9, WARC: asked ?? 5e9 },
    say: console.log,
  });
  console.log(`Every record is stored; memory grew by less than ${MAX_GROWTH_BYTES / 1e6} MB.`);
});
