// Temporary folders of a test file.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addCleanup } from './at-end.ts';

/** Maximum length of a name. It is short because the path of a socket may have at most 107 bytes. */
const MAX_NAME = 12;
const testFile = Symbol.for('holdfast.testkit.testFile');

/**
 * Creates an empty folder and returns its real path, without symbolic links. The folder is removed at the end of the
 * test file. Its name contains the name of the test file, in case the folder is left over.
 */
export async function createTemporaryFolder(): Promise<string> {
  const file = (globalThis as { [testFile]?: string })[testFile]?.slice(0, MAX_NAME) ?? 'program';
  const folder = await realpath(await mkdtemp(join(tmpdir(), `holdfast-${file}-`)));
  addCleanup(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
