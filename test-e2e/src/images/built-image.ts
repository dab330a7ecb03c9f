// Builds the contents of a container image in a folder, with the command that the Dockerfiles run. confined.ts runs
// programs in this folder.
import { chmod, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder, startProcess } from '@holdfast/testkit';
import { readImagesFolder } from '../support/env.ts';

export type ServiceName = 'repository-service' | 'config-service';
export type ImageName = ServiceName | 'bridge' | 'cli';

export const projectFolder = fileURLToPath(new URL('../../..', import.meta.url));

/** Builds the image's contents. Returns the folder, which every user can read. */
export async function buildImage(image: ImageName): Promise<string> {
  const images = readImagesFolder();
  if (images !== undefined) return join(images, image);
  const parent = await createTemporaryFolder();
  await chmod(parent, 0o755);
  const folder = join(parent, image);
  const build = await startProcess(
    process.execPath,
    [join(projectFolder, 'scripts/image.mjs'), image, folder],
    {
      cwd: projectFolder,
    },
  );
  const { code } = await build.exited;
  if (code !== 0) throw new Error(`the image of ${image} could not be built: ${build.output()}`);
  return folder;
}

export interface ImageEntry {
  /** Path relative to the image's folder. */
  path: string;
  isLink: boolean;
}

export async function listImageEntries(folder: string): Promise<ImageEntry[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.map((entry) => ({
    path: relative(folder, join(entry.parentPath, entry.name)),
    isLink: entry.isSymbolicLink(),
  }));
}
