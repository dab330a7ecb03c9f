// Folder of the server's socket, next to the data and accessible by its owner only. The path of a socket is limited to
// about 100 bytes, so the folder is in the system's temporary folder if the path would be longer.
import { chmod, chown, lstat, mkdir, mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClusterFolder } from './home.ts';

/**
 * Maximum length of the folder's path: the system's limit (108 bytes including the NUL) minus the socket's file name.
 */
const MAX_BYTES = 107 - '/.s.PGSQL.5432'.length;

/** Finds or creates the folder. `kept` is the folder that the previous start used. */
export async function ensureSocketFolder(home: ClusterFolder, kept: string | undefined): Promise<string> {
  const own = join(home.path, 'socket');
  if (isShort(own)) {
    await mkdir(own, { recursive: true, mode: 0o700 });
    await restrictAccess(own, home);
    return own;
  }
  if (kept !== undefined && isShort(kept) && (await ensureOwnFolder(kept, home))) return kept;
  const base = isShort(join(tmpdir(), 'holdfast-socket-XXXXXX')) ? tmpdir() : '/tmp';
  const made = await mkdtemp(join(base, 'holdfast-socket-'));
  await restrictAccess(made, home);
  return made;
}

/** Removes a socket folder from the temporary folder after its server has stopped. Keeps a folder that is not empty. */
export async function removeSocketFolder(home: ClusterFolder, folder: string): Promise<void> {
  if (folder !== join(home.path, 'socket')) await rmdir(folder).catch(() => undefined);
}

function isShort(folder: string): boolean {
  return Buffer.byteLength(folder) <= MAX_BYTES;
}

async function restrictAccess(folder: string, { account }: ClusterFolder): Promise<void> {
  await chmod(folder, 0o700);
  if (account !== undefined) await chown(folder, account.uid, account.gid);
}

/**
 * Returns whether the folder belongs to this user and denies access to all other users. Creates the folder again if it
 * was deleted. The check is necessary because any user can create a folder in the temporary folder.
 */
async function ensureOwnFolder(folder: string, home: ClusterFolder): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    await restrictAccess(folder, home);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
  }
  const info = await lstat(folder);
  const owner = home.account?.uid ?? process.getuid?.();
  return info.isDirectory() && info.uid === owner && (info.mode & 0o077) === 0;
}
