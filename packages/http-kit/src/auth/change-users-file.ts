// The users file on disk, changed: whoever reads it finds the old one or the new one, and of two that change it at once, in
// whatever process, neither is lost.
import { randomUUID } from 'node:crypto';
import { access, constants, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
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
  const unlock = await lock(`${target}.lock`);
  try {
    await replace(target, change(await readUsersDocument(target)));
  } finally {
    await unlock();
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

async function replace(target: string, document: UsersDocument): Promise<void> {
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
    await rename(fresh, target);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
  const folder = await open(dirname(target), 'r');
  await folder.sync().finally(() => folder.close());
}

/** Resolves to what gives it free again. One that was left behind by a process that ended is taken away. */
async function lock(file: string): Promise<() => Promise<void>> {
  for (const endMs = Date.now() + PATIENCE_MS; ; ) {
    try {
      await (await open(file, 'wx', 0o600)).close();
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > STALE_LOCK_MS) await rm(file, { force: true });
    else if (Date.now() > endMs) throw new UsersFileLockedError('somebody else is changing the users file');
    else await sleep(LOOK_MS);
  }
}
