// Folder of one cluster: `postgres` in the requested folder. If the server's account cannot enter the requested folder
// (for example below root's home), the cluster is in /var/lib/holdfast, and `postgres` is a symbolic link to it.
// Content:
// connection.json: address and password, readable by the starting user only
// data: the data of PostgreSQL
// server.log: log of the server
// new-*: a running initdb
// socket: folder of the socket, accessible by its owner only
// lock: held while a server is started or stopped
import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readlink, realpath, rmdir, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chooseServerAccount, passesShellTests, type ServerAccount } from './account.ts';

export interface ClusterFolder {
  /** Absolute path without symbolic links. */
  readonly path: string;
  /** Account that owns the files and runs the server. Undefined for the current user. */
  readonly account: ServerAccount | undefined;
}

export interface ClusterFolderOptions {
  readonly folder: string;
  /**
   * Folder that all users may enter. Used if the server's account cannot enter the requested folder. Default:
   * `/var/lib/holdfast`.
   */
  readonly sharedFolder: string;
  readonly log: (sentence: string) => void;
}

/** Finds the cluster folder, or creates it. */
export async function prepareClusterFolder(options: ClusterFolderOptions): Promise<ClusterFolder> {
  await mkdir(options.folder, { recursive: true });
  const wanted = join(await realpath(options.folder), 'postgres');
  const existing = await stat(wanted).catch(() => undefined);
  if (existing === undefined) await throwIfLinkBroken(wanted);
  const account = chooseServerAccount(existing);
  if (account === undefined) return createOwnFolder(wanted);
  if (existing === undefined && !(await ensureAccess(account, dirname(wanted), options.log))) {
    await linkToSharedHome(account, wanted, options);
  }
  return createAccountFolder(account, wanted, options.log);
}

async function createOwnFolder(wanted: string): Promise<ClusterFolder> {
  await mkdir(wanted, { recursive: true, mode: 0o700 });
  return { path: await realpath(wanted), account: undefined };
}

async function createAccountFolder(
  account: ServerAccount,
  wanted: string,
  log: ClusterFolderOptions['log'],
): Promise<ClusterFolder> {
  await mkdir(wanted, { recursive: true });
  const path = await realpath(wanted);
  // Lets other users traverse this folder, because initdb runs under another account. They cannot read its files.
  await chmod(path, 0o711);
  await chown(path, account.uid, account.gid);
  if (!(await ensureAccess(account, dirname(path), log))) {
    throw new Error(
      `PostgreSQL runs as user ${account.uid}, who cannot enter ${dirname(path)} where its data lies. ` +
        'Move the data folder, or let others pass through the folders above it (chmod o+x).',
    );
  }
  return { path, account };
}

/** Returns whether the account can enter the folder. Makes the folder traversable for other users if necessary. */
async function ensureAccess(
  account: ServerAccount,
  folder: string,
  log: ClusterFolderOptions['log'],
): Promise<boolean> {
  if (passesShellTests(account, [['-x', folder]])) return true;
  if (!passesShellTests(account, [['-x', dirname(folder)]])) return false;
  const { mode } = await stat(folder);
  await chmod(folder, (mode & 0o7777) | 0o111);
  if (!passesShellTests(account, [['-x', folder]])) return false;
  log(`Let other users pass through ${folder} (not list it), because PostgreSQL does not run as root.`);
  return true;
}

async function linkToSharedHome(
  account: ServerAccount,
  wanted: string,
  options: ClusterFolderOptions,
): Promise<void> {
  const { sharedFolder, log } = options;
  await openSharedFolder(account, sharedFolder);
  const name = `postgres-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`;
  let target = join(sharedFolder, name);
  // Existing data is neither used nor deleted, because it belongs to an earlier data folder with the same path.
  if (await isThere(target)) {
    log(
      `${target} holds the database of an earlier data folder of this name; delete it when nobody needs it.`,
    );
    target = `${target}-${randomBytes(3).toString('hex')}`;
  }
  await mkdir(target, { mode: 0o711 });
  await chown(target, account.uid, account.gid);
  try {
    await symlink(target, wanted);
  } catch (error) {
    await rmdir(target);
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return; // another process created it first
    throw error;
  }
  log(
    `The database is kept in ${target}, linked from ${wanted}: ` +
      'PostgreSQL does not run as root, and other users cannot enter the folders above the data folder.',
  );
}

/** Creates the shared folder, or checks the existing one. */
export async function openSharedFolder(account: ServerAccount, sharedFolder: string): Promise<void> {
  const made = await mkdir(sharedFolder, { recursive: true });
  if (made !== undefined) await chmod(sharedFolder, 0o755);
  if (!passesShellTests(account, [['-x', sharedFolder]])) {
    throw new Error(`PostgreSQL does not run as root, and other users cannot enter ${sharedFolder}.`);
  }
}

async function throwIfLinkBroken(path: string): Promise<void> {
  const link = await lstat(path).catch(() => undefined);
  if (link?.isSymbolicLink() !== true || (await isThere(await readlink(path)))) return;
  throw new Error(
    `${path} is a link to a folder that is gone: bring that back, or delete the link to start empty.`,
  );
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
