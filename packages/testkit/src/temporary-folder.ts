// Folders that are gone when the test file is.
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfFile } from './at-end.ts';

/** A new empty folder, without links in its path; removed with all it holds at the end of the test file. */
export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'holdfast-')));
  atEndOfFile(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
