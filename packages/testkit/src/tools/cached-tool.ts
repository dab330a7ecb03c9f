// Installs third-party programs for judges (`*.judge.ts`), once per machine, in the user's cache folder.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withFileLock } from '../file-lock.ts';
import { findCacheFolder } from '../s3/env.ts';

export interface CachedTool {
  /** Name and version of the tool. Tools with different content need different names. */
  readonly name: string;
  /** Installs the tool in a temporary folder, which is then renamed. If `make` rejects, the folder is removed. */
  make(folder: string): Promise<void>;
  /** Maximum duration of `make`. */
  readonly makeTimeoutMs: number;
}

/**
 * Returns the folder of the tool, and installs the tool if it is missing. Concurrent callers wait for one installation.
 * The folder appears only when the installation is complete.
 */
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
