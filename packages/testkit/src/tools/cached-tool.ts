// Other projects' programs for judges: installed once per machine in the user's cache.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withFileLock } from '../file-lock.ts';
import { findCacheFolder } from '../s3/env.ts';

export interface CachedTool {
  /** Name and version: equal names mean equal content. */
  readonly name: string;
  /** Fills the folder, which is then moved. If it rejects with a reason, nothing is kept. */
  make(folder: string): Promise<void>;
  /** Maximum duration of `make`. */
  readonly makeTimeoutMs: number;
}

/** Returns the tool's folder. One of several parallel callers makes it, and the others wait; it appears atomically. */
export async function installCachedTool({ name, make, makeTimeoutMs }: CachedTool): Promise<string> {
  const home = join(findCacheFolder(), name);
  if (existsSync(home)) return home;
  await mkdir(findCacheFolder(), { recursive: true });
  return withFileLock({ path: `${home}.making`, patienceMs: 2 * makeTimeoutMs }, async () => {
    if (existsSync(home)) return home;
    const scratch = `${home}.${randomUUID()}`;
    try {
      await make(scratch);
      await rename(scratch, home);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
    return home;
  });
}
