// Gives a confined program access to a test's folders: write access to its object store and spool, read access to its
// files.
import { chmod, chown, mkdir, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { confinedUid, createVolume } from './confined.ts';

export { createVolume as spool };

/** Settings that name writable folders. */
const written = ['OBJECT_STORE', 'SPOOL_DIR', 'TMPDIR'];

/** Changes owners and modes, but only below the temporary folder. Returns the folders to use as volumes. */
export async function grantAccess(
  env: Readonly<Record<string, string>>,
  words: readonly string[],
): Promise<string[]> {
  const volumes = written.flatMap((name) => pathsIn(env[name] ?? ''));
  for (const path of volumes) {
    await mkdir(path, { recursive: true });
    await grantPathAccess(path);
  }
  const others = Object.entries(env).filter(([name]) => !written.includes(name));
  for (const path of [...others.map(([, value]) => value), ...words].flatMap(pathsIn))
    await grantPathAccess(path);
  return volumes;
}

/** Extracts the paths from values such as `fs:/store` and `/one,/other`. */
function pathsIn(value: string): string[] {
  return value
    .split(',')
    .map((one) => one.trim().replace(/^fs:/, ''))
    .filter((one) => one.startsWith(`${tmpdir()}/`));
}

async function grantPathAccess(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (let above = dirname(path); above !== tmpdir() && above !== '/'; above = dirname(above)) {
    await chmod(above, ((await stat(above)).mode & 0o777) | 0o011);
  }
  await chownAll(path);
}

/** Sets the owner recursively. Ignores files that a running program removes in the meantime. */
async function chownAll(path: string): Promise<void> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => undefined,
  );
  if (isFolder === undefined) return;
  await chown(path, confinedUid, confinedUid).catch(ignoreMissingFile);
  if (!isFolder) return;
  for (const name of await readdir(path).catch(() => [])) await chownAll(join(path, name));
}

function ignoreMissingFile(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
