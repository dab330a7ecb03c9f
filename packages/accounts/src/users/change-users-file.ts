// Changes the users file atomically. A lock file serializes changes by all processes, so that no change is lost.
import { randomUUID } from 'node:crypto';
import { access, constants, link, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseUsersDocument, type UsersDocument } from './users-document.ts';

/** Age at which a lock is considered abandoned. Changing a file of the maximum size (4 MiB) takes much less time. */
const STALE_LOCK_MS = 15_000;
const PATIENCE_MS = 5_000;
const LOOK_MS = 25;

/** Thrown if another process does not release the lock in time. */
export class UsersFileLockedError extends Error {
  override readonly name = 'UsersFileLockedError';
}

/**
 * Replaces the file's content durably with the result of `change`, or creates the file. Follows a symbolic link. Sets
 * mode 600 but keeps the owner, because root may change a file that belongs to a service's account. Leaves the file
 * unchanged on any error. Rejects with the error of `change`, with a file system error, or with UsersFileLockedError.
 */
export async function changeUsersFile(
  file: string,
  change: (document: UsersDocument) => UsersDocument,
): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const lock = await acquireLock(`${target}.lock`);
  try {
    await replaceUsersFile(target, change(await readUsersDocument(target)), lock);
  } finally {
    await lock.free();
  }
}

/** Parses the file. Returns an empty document if the file does not exist. */
export async function readUsersDocument(file: string): Promise<UsersDocument> {
  try {
    return parseUsersDocument(await readFile(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Checks whether this process can change the file. Returns undefined, or a system error code such as EACCES or EROFS.
 */
export async function findChangeObstacle(file: string): Promise<string | undefined> {
  const target = await realpath(file).catch(() => file);
  try {
    await access(dirname(target), constants.W_OK);
    await access(target, constants.W_OK);
    // Detects a file that is itself a mount point, as is common in containers. A rename cannot replace such a file.
    const [own, around] = await Promise.all([stat(target), stat(dirname(target))]);
    return own.dev === around.dev ? undefined : 'EBUSY';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

async function replaceUsersFile(target: string, document: UsersDocument, lock: UsersFileLock): Promise<void> {
  const fresh = join(dirname(target), `.${randomUUID()}.users`);
  try {
    const handle = await open(fresh, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(document, null, 2)}\n`);
      const before = await stat(target).catch(() => undefined);
      if (before !== undefined && process.getuid?.() === 0) await handle.chown(before.uid, before.gid);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (!(await lock.isHeld())) throw new UsersFileLockedError('changing the users file took too long');
    await rename(fresh, target);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
  const folder = await open(dirname(target), 'r');
  await folder.sync().finally(() => folder.close());
}

interface UsersFileLock {
  /**
   * Returns whether this process still holds the lock. Another process may have taken over the lock while this process
   * was suspended.
   */
  isHeld(): Promise<boolean>;
  free(): Promise<void>;
}

/** Waits for the lock. Takes over an abandoned lock of a crashed process. */
async function acquireLock(file: string): Promise<UsersFileLock> {
  const mine = randomUUID();
  const isHeld = async () => (await readFile(file, 'utf8').catch(() => '')) === mine;
  const free = async () => {
    if (await isHeld()) await rm(file, { force: true });
  };
  for (const endMs = Date.now() + PATIENCE_MS; ; ) {
    try {
      const handle = await open(file, 'wx', 0o600);
      await handle.writeFile(mine).finally(() => handle.close());
      return { isHeld, free };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    if (await isStale(file)) await breakStaleLock(file);
    else if (Date.now() > endMs) throw new UsersFileLockedError('another process is changing the users file');
    else await sleep(LOOK_MS);
  }
}

async function isStale(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > STALE_LOCK_MS;
}

/**
 * Removes a stale lock by renaming it. Restores the renamed lock if it is not stale, because another process may just
 * have replaced the stale lock.
 */
async function breakStaleLock(file: string): Promise<void> {
  const away = `${file}.${randomUUID()}`;
  try {
    await rename(file, away);
    if (!(await isStale(away))) await link(away, file).catch(() => undefined);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    await rm(away, { force: true });
  }
}
