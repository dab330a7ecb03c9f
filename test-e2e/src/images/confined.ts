// A program run the way a container runs it: as a user who owns nothing, without capabilities, on file systems that are
// all read-only but for the volumes, with nothing in its environment but what it is given. Root makes that with a mount
// namespace; where it may not (in many containers), the tree is read-only because it is root's. Anybody else is such a
// user already, and the tree is closed to him by its permissions.
import { spawnSync } from 'node:child_process';
import { chmod, chown, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { atEndOfFile, type StartedProcess, startProcess, temporaryFolder } from '@holdfast/testkit';

export interface Confined {
  /** Folder whose tree is to be read-only. */
  folder: string;
  /** The only folders that may be written to. */
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

/** A user whom nobody else runs as, where root can choose one: that of the images. */
export const confinedUid = isRoot ? 10_001 : process.getuid!();

// $1 the tree, $2 how many volumes follow; then the program.
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

export async function startConfined({ folder, volumes, env, command }: Confined): Promise<StartedProcess> {
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

/** An empty folder that the confined program may write to. */
export async function volume(): Promise<string> {
  const folder = await temporaryFolder();
  if (isRoot) await chown(folder, confinedUid, confinedUid);
  return folder;
}

/** Opened again at the end, or nobody could remove it. */
async function closeTree(folder: string): Promise<void> {
  await setFolderModes(folder, 0o555);
  atEndOfFile(() => setFolderModes(folder, 0o755));
}

async function setFolderModes(folder: string, mode: number): Promise<void> {
  await chmod(folder, mode);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isDirectory())) {
    await chmod(join(entry.parentPath, entry.name), mode);
  }
}
