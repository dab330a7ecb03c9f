// Test helper: lists files in the `fs` store and in the spool folder.
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestService } from '../../../service.ts';

/** Returns the paths of the stored segments. */
export async function listSegments({ storeFolder }: TestService): Promise<string[]> {
  const names = await readdir(storeFolder, { recursive: true });
  return names.filter((name) => name.endsWith('.warc.gz')).sort();
}

/**
 * Returns the files of unfinished writes and of the spool. Includes unnamed spool files that this process has open, and
 * sometimes a file of the store's own health check.
 */
export async function listUnfinished({ storeFolder, spoolFolder }: TestService): Promise<string[]> {
  const folders = [join(storeFolder, 'tmp'), spoolFolder];
  const names = folders.map(async (folder) => {
    return (await readdir(folder).catch(() => [])).map((name) => join(folder, name));
  });
  return [...(await Promise.all(names)).flat(), ...(await anonymousFilesIn(spoolFolder))];
}

async function anonymousFilesIn(folder: string): Promise<string[]> {
  const open = (await readdir('/proc/self/fd')).map((name) => `/proc/self/fd/${name}`);
  const targets = await Promise.all(open.map((path) => readlink(path).catch(() => '')));
  return open.filter((_, i) => targets[i]!.startsWith(`${folder}/`));
}

/**
 * Resolves when there are no unfinished files. A health check's file disappears soon; an abandoned write's file would
 * not.
 */
export async function expectNothingUnfinished(service: TestService): Promise<void> {
  while ((await listUnfinished(service)).length > 0) await sleep(20);
}

export async function readSegment(service: TestService, name: string): Promise<Buffer> {
  return readFile(join(service.storeFolder, name));
}
