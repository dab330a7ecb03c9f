// Runs a program as a container does: as a user who owns nothing, without capabilities, with only the given
// environment, and on file systems of which only the volumes are writable. If root runs the tests, this uses a mount
// namespace. Where namespaces are not allowed (in many containers), the tree is read-only because root owns it. If
// another user runs the tests, the permissions of the tree deny writing.
import { spawnSync } from 'node:child_process';
import { chmod, chown, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { addCleanup, createTemporaryFolder, type StartedProcess, startProcess } from '@holdfast/testkit';

export interface ConfinedProgram {
  /** Folder whose tree is read-only. */
  folder: string;
  /** The only writable folders. */
  volumes: readonly string[];
  env: Readonly<Record<string, string>>;
  command: readonly string[];
}

const isRoot = process.getuid?.() === 0;
const hasNamespaces = isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0;
if (!hasNamespaces) {
  process.stderr.write(
    'NOT RUN: images on file systems that are all read-only; that takes root and mount namespaces\n',
  );
}

/**
 * User id of the program. If the tests run as root, this is the user id in the images, because no other process uses
 * it; otherwise it is the current user.
 */
export const confinedUid = isRoot ? 10_001 : process.getuid!();

// $1 is the tree, $2 the number of volumes that follow; the rest is the program.
const confinement = `set -eu
tree=$1; count=$2; shift 2
while [ "$count" -gt 0 ]; do mount --bind "$1" "$1"; count=$((count - 1)); shift; done
mount --bind "$tree" "$tree"
mount -o remount,bind,ro "$tree"
mount -o remount,bind,ro /
cd /
exec "$@"`;
const setpriv =
  'setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all --'.split(
    ' ',
  );

export async function startConfined({
  folder,
  volumes,
  env,
  command,
}: ConfinedProgram): Promise<StartedProcess> {
  const assignments = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const program = ['env', '-i', ...assignments, ...command];
  if (!isRoot) {
    await closeTree(folder);
    return startProcess(program[0]!, program.slice(1), { cwd: '/' });
  }
  if (!hasNamespaces) return startProcess(setpriv[0]!, [...setpriv.slice(1), ...program], { cwd: '/' });
  const words = [folder, String(volumes.length), ...volumes, ...setpriv, ...program];
  return startProcess('unshare', ['--mount', '--', 'sh', '-c', confinement, 'sh', ...words], { cwd: '/' });
}

/** Creates an empty folder that the confined program may write to. */
export async function createVolume(): Promise<string> {
  const folder = await createTemporaryFolder();
  if (isRoot) await chown(folder, confinedUid, confinedUid);
  return folder;
}

/** Restores the permissions at the end, so that the folder can be removed. */
async function closeTree(folder: string): Promise<void> {
  await setFolderModes(folder, 0o555);
  addCleanup(() => setFolderModes(folder, 0o755));
}

async function setFolderModes(folder: string, mode: number): Promise<void> {
  await chmod(folder, mode);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isDirectory())) {
    await chmod(join(entry.parentPath, entry.name), mode);
  }
}
