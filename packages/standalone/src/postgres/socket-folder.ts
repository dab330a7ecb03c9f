// Folder of the server's socket: next to the data, accessible by its owner only. A socket's path is limited to about
// 100 bytes; for a longer path the folder is in the system's temporary folder.
import { chmod, chown, lstat, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Home } from './home.ts';

/** Limit of the system (108 with the terminator), without the name of the socket. */
const LONGEST_BYTES = 107 - '/.s.PGSQL.5432'.length;

/** Finds or creates the folder. `kept` is the folder of the last start. */
export async function ensureSocketFolder(home: Home, kept: string | undefined): Promise<string> {
  const own = join(home.path, 'socket');
  if (isShort(own)) {
    await mkdir(own, { recursive: true, mode: 0o700 });
    await close(own, home);
    return own;
  }
  if (kept !== undefined && isShort(kept) && (await isOurs(kept, home))) return kept;
  const base = isShort(join(tmpdir(), 'holdfast-socket-XXXXXX')) ? tmpdir() : '/tmp';
  const made = await mkdtemp(join(base, 'holdfast-socket-'));
  await close(made, home);
  return made;
}

function isShort(folder: string): boolean {
  return Buffer.byteLength(folder) <= LONGEST_BYTES;
}

async function close(folder: string, { account }: Home): Promise<void> {
  await chmod(folder, 0o700);
  if (account !== undefined) await chown(folder, account.uid, account.gid);
}

/**
 * Recreates a deleted folder, and returns true if the folder belongs to us: anybody could create a folder of that name.
 */
async function isOurs(folder: string, home: Home): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    await close(folder, home);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
  }
  const info = await lstat(folder);
  const owner = home.account?.uid ?? process.getuid?.();
  return info.isDirectory() && info.uid === owner && (info.mode & 0o077) === 0;
}
