// npm run drill -- folder-import [KILLS]: kill -9 of the command line and of the service while a folder is imported.
import { printedSeed } from '@holdfast/testkit';
import { importFolderUnderFire } from '../folder-import/folder-import.ts';
import { runDrill } from '../support/run-drill.ts';
import { seeded } from '../support/seeded.ts';

await runDrill(async () => {
  const { runs, artifacts, passedOver } = await importFolderUnderFire({
    files: 20,
    recordsPerFile: 300,
    kills: Number(process.argv[2] ?? 20),
    killWithinMs: 4_000,
    random: seeded(printedSeed('kills during the import of a folder')).share,
    say: console.log,
  });
  console.log(
    `${runs} runs, ${artifacts} artifacts, each once; the last run passed ${passedOver} files over.`,
  );
});
