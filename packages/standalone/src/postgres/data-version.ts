// Detects the PostgreSQL major version of a data folder, because a server can only read data of its own major version.
import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** Thrown if the data and the installed PostgreSQL have different major versions. */
export class OtherMajorError extends Error {
  override readonly name = 'OtherMajorError';

  constructor(folder: string, made: number, installed: number) {
    const remedy =
      made < installed
        ? `To upgrade it, run: ./holdfast upgrade-database (it keeps the old one; see docs/operations.md)`
        : 'Run a version of Holdfast that brings it.';
    super(
      `PostgreSQL ${made} made the database in ${folder}, and this version of Holdfast brings PostgreSQL ${installed}. ` +
        `Nothing was changed. ${remedy}`,
    );
  }
}

/**
 * Returns the major version of the data, or undefined if the folder contains no data. Throws if an upgrade was
 * interrupted between its two renames.
 */
export async function readDataMajorVersion(home: string): Promise<number | undefined> {
  const version = await readFile(join(home, 'data', 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version !== undefined) return Number.parseInt(version, 10);
  const names = await readdir(home).catch(() => []);
  if (!names.some((name) => /^data-\d+$/.test(name))) return undefined;
  throw new Error(
    `An upgrade of the database in ${home} was interrupted. Run ./holdfast upgrade-database again.`,
  );
}

/** Returns the real path of `postgres` in a data folder. Returns undefined if it does not exist. */
export async function findClusterFolder(folder: string): Promise<string | undefined> {
  return realpath(join(folder, 'postgres')).catch(() => undefined);
}
