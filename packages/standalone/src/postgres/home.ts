// The folder that holds one cluster: `postgres` under the folder that was asked for. When the server's account cannot
// get there (a clone under root's own home, say) it lies under /var/lib/holdfast, with a link to it where it was asked for.
//
//   home/connection.json   address and password; ours alone   home/data        what initdb made
//   home/server.log        what the server says               home/new-*       an initdb at work
//   home/socket            where it listens; ours alone       home/lock        held while a server is started or stopped
import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readlink, realpath, rmdir, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Account, passes, serverAccount } from './account.ts';

export interface Home {
  /** Absolute path, in which links are resolved. */
  readonly path: string;
  /** Whose the files are and who the server runs as; undefined: ourselves. */
  readonly account: Account | undefined;
}

export interface HomeOptions {
  readonly folder: string;
  /** Where everybody may enter, for what root cannot keep in its own places: `/var/lib/holdfast`. */
  readonly sharedFolder: string;
  readonly log: (sentence: string) => void;
}

/** Finds or makes it. */
export async function prepareHome(options: HomeOptions): Promise<Home> {
  await mkdir(options.folder, { recursive: true });
  const wanted = join(await realpath(options.folder), 'postgres');
  const existing = await stat(wanted).catch(() => undefined);
  if (existing === undefined) await refuseBrokenLink(wanted);
  const account = serverAccount(existing);
  if (account === undefined) return ownHome(wanted);
  if (existing === undefined && !(await openTheWay(account, dirname(wanted), options.log))) {
    await linkToSharedHome(account, wanted, options);
  }
  return lentHome(account, wanted, options.log);
}

async function ownHome(wanted: string): Promise<Home> {
  await mkdir(wanted, { recursive: true, mode: 0o700 });
  return { path: await realpath(wanted), account: undefined };
}

async function lentHome(account: Account, wanted: string, log: HomeOptions['log']): Promise<Home> {
  await mkdir(wanted, { recursive: true });
  const path = await realpath(wanted);
  // Others may pass through, because initdb runs as another account; all that is in it is closed to them.
  await chmod(path, 0o711);
  await chown(path, account.uid, account.gid);
  if (!(await openTheWay(account, dirname(path), log))) {
    throw new Error(
      `PostgreSQL runs as user ${account.uid}, who cannot enter ${dirname(path)} where its data lies. ` +
        'Move the data folder, or let others pass through the folders above it (chmod o+x).',
    );
  }
  return { path, account };
}

/** Whether the account can get into the folder, if need be after letting others pass through this one folder. */
async function openTheWay(account: Account, folder: string, log: HomeOptions['log']): Promise<boolean> {
  if (passes(account, [['-x', folder]])) return true;
  if (!passes(account, [['-x', dirname(folder)]])) return false;
  const { mode } = await stat(folder);
  await chmod(folder, (mode & 0o7777) | 0o111);
  if (!passes(account, [['-x', folder]])) return false;
  log(`Let other users pass through ${folder} (not list it), because PostgreSQL does not run as root.`);
  return true;
}

async function linkToSharedHome(account: Account, wanted: string, options: HomeOptions): Promise<void> {
  const { sharedFolder, log } = options;
  await openSharedFolder(account, sharedFolder);
  const name = `postgres-${createHash('sha256').update(wanted).digest('hex').slice(0, 12)}`;
  let target = join(sharedFolder, name);
  // Data of a folder of the same name that is gone: not ours to use, and not ours to delete.
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
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return; // another starter was faster
    throw error;
  }
  log(
    `The database is kept in ${target}, linked from ${wanted}: ` +
      'PostgreSQL does not run as root, and other users cannot enter the folders above the data folder.',
  );
}

/** Makes the shared folder, or finds it fit. */
export async function openSharedFolder(account: Account, sharedFolder: string): Promise<void> {
  const made = await mkdir(sharedFolder, { recursive: true });
  if (made !== undefined) await chmod(sharedFolder, 0o755);
  if (!passes(account, [['-x', sharedFolder]])) {
    throw new Error(`PostgreSQL does not run as root, and other users cannot enter ${sharedFolder}.`);
  }
}

async function refuseBrokenLink(path: string): Promise<void> {
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
