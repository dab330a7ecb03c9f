// `holdfast upgrade-database`: upgrades the embedded database to the installed PostgreSQL version. Copies the database
// without changing the original. When the copy is complete, two renames replace the original with the copy.
import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UsageError } from '@holdfast/cli-kit';
import { lockFolder } from '@holdfast/standalone';
import {
  type BinaryPackage,
  findClusterFolder,
  findInstalledPackage,
  parseMajorVersion,
  readDataMajorVersion,
  startEmbeddedPostgres,
  stopAbandonedPostgres,
} from '@holdfast/standalone/postgres';
import type { ServiceParts } from '../backup/service-parts.ts';
import { copyDatabase, listForeignDatabases } from './copy-database.ts';

export interface UpgradeTools {
  /** Data folder of the node. */
  readonly folder: string;
  readonly parts: ServiceParts;
  say(words: string): void;
  /** Installs the binaries of a major version in a folder. */
  fetch(major: number, folder: string, signal: AbortSignal): Promise<BinaryPackage>;
}

/** Names of the databases. Each database is owned by a role with the same name. */
const DATABASES = ['repository', 'configuration'] as const;

/** Name of the folder with the complete copy, until it is renamed to `data`. No server runs on this folder. */
const COPY = 'upgraded';

/**
 * Name of the folder with the binaries and the incomplete copy. It is on the same disk as `data`, so that the copy can
 * be renamed.
 */
const WORK = 'upgrade';

/** Copies the database and replaces the original with the copy. Resumes an interrupted run. Throws `UsageError`. */
export async function upgradeDatabase(tools: UpgradeTools, signal: AbortSignal): Promise<void> {
  const folder = resolve(tools.folder);
  const home = await findClusterFolder(folder);
  if (home === undefined) throw new UsageError(`${folder} contains no database.`);
  const lock = lockFolder(folder);
  if (lock === undefined)
    throw new UsageError(`A node is running with the data folder ${folder}. Stop it first.`);
  try {
    if (!existsSync(join(home, COPY))) {
      const made = await readDataMajorVersion(home);
      const wanted = parseMajorVersion(findInstalledPackage());
      if (made === undefined) throw new UsageError(`${folder} contains no database.`);
      if (made === wanted) {
        await removeWork(home);
        tools.say(`The database in ${folder} already has the format of PostgreSQL ${wanted}.`);
        return;
      }
      if (made > wanted)
        throw new UsageError(
          `PostgreSQL ${made} created the database in ${folder}. Install a newer Holdfast.`,
        );
      await copyCluster(tools, { folder, home, made }, signal);
    }
    await replaceData(tools, home);
  } finally {
    lock.release();
  }
}

async function copyCluster(
  { parts, say, fetch }: UpgradeTools,
  { folder, home, made }: { readonly folder: string; readonly home: string; readonly made: number },
  signal: AbortSignal,
): Promise<void> {
  const work = join(home, WORK);
  await removeWork(home);
  // Lets the system account that runs PostgreSQL traverse the folder.
  await mkdir(work, { mode: 0o711 });
  say(`Downloading PostgreSQL ${made} …`);
  const binaries = await fetch(made, join(work, 'binaries'), signal);
  const old = await startEmbeddedPostgres({ folder, binaries, signal, log: say });
  try {
    // Uses the old superuser's password, because the passwords of the services' roles are derived from it.
    const { password } = new URL(old.url);
    const target = await startEmbeddedPostgres({ folder: work, password, signal, log: say });
    try {
      for (const name of DATABASES) {
        const rows = await copyDatabase({ from: old.url, to: target.url, name }, parts[name], signal);
        say(`${name}: ${rows.toLocaleString('en-GB')} rows copied`);
      }
      const others = await listForeignDatabases(old.url, DATABASES);
      if (others.length > 0) say(`Not copied, because Holdfast did not create them: ${others.join(', ')}.`);
    } finally {
      await target.stop();
    }
  } finally {
    await old.stop();
  }
  const copied = await findClusterFolder(work);
  await rename(join(copied!, 'data'), join(home, COPY));
  await syncFolder(home);
}

/** Renames `data` to `data-VERSION`, then the copy to `data`. If a crash interrupts this, the next run completes it. */
async function replaceData({ folder, say }: UpgradeTools, home: string): Promise<void> {
  const data = join(home, 'data');
  if (existsSync(data)) {
    const aside = join(home, `data-${await readDataMajorVersion(home)}`);
    if (existsSync(aside)) throw new UsageError(`${aside} already exists. Move or delete it, and try again.`);
    await rename(data, aside);
    say(`The old database is kept in ${aside}. Delete it when you no longer need it.`);
  }
  await rename(join(home, COPY), data);
  await syncFolder(home);
  await removeWork(home);
  say(`The database in ${resolve(folder)} now uses PostgreSQL ${parseMajorVersion(findInstalledPackage())}.`);
}

/** Removes the incomplete copy of a killed run, after stopping a server that still runs on it. */
async function removeWork(home: string): Promise<void> {
  const work = join(home, WORK);
  await stopAbandonedPostgres({ folder: work });
  const copied = await findClusterFolder(work);
  if (copied !== undefined) await rm(copied, { recursive: true, force: true });
  await rm(work, { recursive: true, force: true });
}

/** Syncs the folder, so that its renames survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
