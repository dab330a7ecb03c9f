// The users file on disk, changed: whoever reads it finds the old one or the new one, and of two that change it at once, in
// whatever process, neither is lost.
import { randomUUID } from 'node:crypto';
import { access, constants, link, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseUsersDocument, type UsersDocument } from './users-document.ts';

/** Nobody holds the lock for longer than a file of 4 MiB takes to be read and written. */
const STALE_LOCK_MS = 15_000;
const PATIENCE_MS = 5_000;
const LOOK_MS = 25;

/** Somebody else is changing the file and does not come to an end. */
export class UsersFileLockedError extends Error {
  override readonly name = 'UsersFileLockedError';
}

/**
 * Replaces what the file holds by what `change` makes of it; a file that does not exist is made. It is durable when this
 * resolves. Its owner stays, for root may change the file of a service's user, and only the owner may read it (mode 600). A
 * link stays a link: the file it leads to is replaced. Rejects with what `change` throws, with an error of the system, or with
 * UsersFileLockedError; the file is then as it was.
 */
export async function changeUsersFile(
  file: string,
  change: (document: UsersDocument) => UsersDocument,
): Promise<void> {
  const target = await realpath(file).catch(() => file);
  const lock = await takeLock(`${target}.lock`);
  try {
    await replace(target, change(await readUsersDocument(target)), lock);
  } finally {
    await lock.free();
  }
}

/** A file that does not exist holds nobody. */
export async function readUsersDocument(file: string): Promise<UsersDocument> {
  try {
    return parseUsersDocument(await readFile(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Undefined: it can be changed. Else the code of the system, such as EACCES or EROFS. */
export async function whyNotChangeable(file: string): Promise<string | undefined> {
  const target = await realpath(file).catch(() => file);
  try {
    await access(dirname(target), constants.W_OK);
    await access(target, constants.W_OK);
    // A file that was mounted by itself, as containers are given one, cannot be replaced by another.
    const [own, around] = await Promise.all([stat(target), stat(dirname(target))]);
    return own.dev === around.dev ? undefined : 'EBUSY';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

async function replace(target: string, document: UsersDocument, lock: Lock): Promise<void> {
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

interface Lock {
  /** False after somebody took it for one that was left behind, as of a process that stood still for long. */
  isHeld(): Promise<boolean>;
  free(): Promise<void>;
}

/** A lock that was left behind by a process that ended is taken away. */
async function takeLock(file: string): Promise<Lock> {
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
    if (await isStale(file)) await takeAway(file);
    else if (Date.now() > endMs) throw new UsersFileLockedError('somebody else is changing the users file');
    else await sleep(LOOK_MS);
  }
}

async function isStale(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > STALE_LOCK_MS;
}

/** When several find it stale at once, one may move the lock that another has just taken: it is then put back. */
async function takeAway(file: string): Promise<void> {
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
