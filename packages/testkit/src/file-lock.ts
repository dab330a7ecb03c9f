// Lock between processes of one machine. The lock is a file with the holder's process ID.
import { open, readFile, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from './is-running.ts';

export interface FileLock {
  readonly path: string;
  /** Age after which a lock is considered abandoned. */
  readonly patienceMs: number;
}

/** Runs `work` while holding the lock. Takes over the lock if its holder has died. */
export async function withFileLock<T>(lock: FileLock, work: () => Promise<T>): Promise<T> {
  while (!(await tryCreateLock(lock.path))) {
    if (await isAbandoned(lock)) await rm(lock.path, { force: true });
    else await sleep(300);
  }
  try {
    return await work();
  } finally {
    await rm(lock.path, { force: true });
  }
}

async function tryCreateLock(path: string): Promise<boolean> {
  try {
    const handle = await open(path, 'wx');
    await handle.writeFile(String(process.pid));
    await handle.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isAbandoned({ path, patienceMs }: FileLock): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > patienceMs) return true;
    const pid = Number(await readFile(path, 'utf8'));
    return pid > 0 && !isRunning(pid);
  } catch {
    return false;
  }
}
