// Copies the files of a clone that `npm start` and `./holdfast` need before anything is installed or built: the scripts
// and the files that the scripts read.
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder } from '@holdfast/testkit';

export const projectFolder = fileURLToPath(new URL('../../..', import.meta.url));

/** Creates the copy and returns its folder. */
export async function makeBareClone(): Promise<string> {
  const folder = join(await createTemporaryFolder(), 'clone');
  const files = [
    'holdfast',
    'scripts',
    'package.json',
    'packages/cli/package.json',
    // The scripts print help texts, which they read from these sources.
    'packages/cli/src',
    'packages/standalone/early',
  ];
  for (const file of files) await cp(join(projectFolder, file), join(folder, file), { recursive: true });
  return folder;
}
