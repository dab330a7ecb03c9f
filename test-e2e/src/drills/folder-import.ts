// Usage: npm run drill -- folder-import [KILLS]. Kills the CLI and the service with SIGKILL, KILLS times (default 20),
// while the CLI imports a folder.
import { chooseSeed } from '@holdfast/testkit';
import { importFolderUnderFaults } from '../folder-import/folder-import.ts';
import { runDrill } from '../support/run-drill.ts';
import { createRandomFromSeed } from '../support/seeded.ts';

await runDrill(async () => {
  const { runs, artifacts, passedOver } = await importFolderUnderFaults({
    files: 20,
    recordsPerFile: 300,
    kills: Number(process.argv[2] ?? 20),
    killWithinMs: 4_000,
    random: createRandomFromSeed(chooseSeed('kills during the import of a folder')).share,
    say: console.log,
  });
  console.log(
    `${runs} runs, ${artifacts} artifacts, each once; the last run passed ${passedOver} files over.`,
  );
});
