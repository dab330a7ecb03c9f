// Programs of other people that tests check us with: made once per machine and kept in the user's cache.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withFileLock } from '../file-lock.ts';
import { cacheFolder } from '../s3/env.ts';

export interface CachedTool {
  /** Name and version: the same name is the same content. */
  readonly name: string;
  /** Fills the folder, which is moved away afterwards. Rejects with a plain reason why not; nothing is kept then. */
  make(folder: string): Promise<void>;
  /** At most this long. */
  readonly makeTimeoutMs: number;
}

/** The tool's folder. Of many who ask at once one makes it and the others wait; it appears whole or not at all. */
export async function cachedTool({ name, make, makeTimeoutMs }: CachedTool): Promise<string> {
  const home = join(cacheFolder(), name);
  if (existsSync(home)) return home;
  await mkdir(cacheFolder(), { recursive: true });
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
