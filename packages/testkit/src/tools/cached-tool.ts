// Installs third-party programs for judges (`*.judge.ts`), once per machine, in the user's cache folder.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withFileLock } from '../file-lock.ts';
import { findCacheFolder } from '../s3/env.ts';

export interface CachedTool {
  /** Name and version of the tool. Tools with different content must have different names. */
  readonly name: string;
  /** Installs the tool in a temporary folder, which is renamed afterwards. The folder is removed if `make` rejects. */
  make(folder: string): Promise<void>;
  /** Time limit for `make`. */
  readonly makeTimeoutMs: number;
}

/**
 * Returns the folder of the tool. Installs the tool if it is missing; concurrent callers wait for one installation. The
 * folder appears only after the installation is complete.
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
