// Fills the folder of an image: deploys its programs, checks the versions of all packages, removes what no program loads,
// writes the start scripts, and sets the file modes.
import { join } from 'node:path';
import { environment, root } from '../bootstrap.mjs';
import { checkVersions } from './check-versions.mjs';
import { deployPackages } from './deploy.mjs';
import { writeLaunchers } from './launchers.mjs';
import { setFileModes } from './modes.mjs';
import { imagePrograms, listProgramFolders } from './programs.mjs';
import { pruneImage } from './prune.mjs';

/** Fills the folder, which must be new or empty. All packages must be compiled. */
export async function fillImage(folder, image) {
  deployPackages(listProgramFolders(image), folder);
  checkVersions(folder, join(root, 'pnpm-lock.yaml'));
  pruneImage(folder, imagePrograms[image]);
  await writeLaunchers(folder, { image, root, path: environment.PATH });
  setFileModes(folder);
}
