// Temporary folders of a test file.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addCleanup } from './at-end.ts';

/**
 * Creates an empty folder and returns its real path, without symbolic links. The folder is removed at the end of the
 * test file.
 */
export async function createTemporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'holdfast-')));
  addCleanup(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
