// Files that a process left in its spool folder: it was killed in the moment between making one and unlinking it.
import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

const NAME_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Names of those that nobody wrote to since, removed unless it is a dry run. Only files named as we name them. */
export async function sweepSpool(
  folder: string,
  { beforeMs, dryRun }: { beforeMs: number; dryRun: boolean },
): Promise<string[]> {
  const found: string[] = [];
  for (const name of await orMissing(readdir(folder), [])) {
    if (!NAME_PATTERN.test(name)) continue;
    const path = join(folder, name);
    const info = await orMissing(stat(path), undefined);
    if (!info?.isFile() || info.mtimeMs >= beforeMs) continue;
    if (!dryRun) await orMissing(unlink(path), undefined);
    found.push(name);
  }
  return found;
}

async function orMissing<T>(work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  }
}
