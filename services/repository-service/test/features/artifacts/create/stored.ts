// Test helper: files in the folder of the `fs` store and in the spool.
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
 * Returns the files of unfinished writes and of the spool, including unnamed spool files that this process has open.
 * For a moment, the result may include files of the store's own probes.
 */
export async function unfinishedIn({ storeFolder, spoolFolder }: TestService): Promise<string[]> {
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
 * Resolves when no unfinished files are left. A probe may be in progress for a moment; an abandoned write
 * must not remain.
 */
export async function nothingUnfinished(service: TestService): Promise<void> {
  while ((await unfinishedIn(service)).length > 0) await sleep(20);
}

export async function segmentBytes(service: TestService, name: string): Promise<Buffer> {
  return readFile(join(service.storeFolder, name));
}
