// Runs a program as a container would: as an unprivileged user without capabilities, with only the given environment,
// and with only the volumes writable. If the tests run as root, a mount namespace makes everything else read-only.
// Without namespaces (in many containers), root owns the folder, so the program cannot write to it. If the tests run as
// another user, the folder's permissions deny writing.
import { spawnSync } from 'node:child_process';
import { chmod, chown, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { addCleanup, createTemporaryFolder, type StartedProcess, startProcess } from '@holdfast/testkit';
import type { MemoryGroup } from './memory-group.ts';

/** User and group of a program. */
export interface ContainerUser {
  readonly uid: number;
  readonly gid: number;
}

export interface ConfinedProgram {
  /** Folder of the program, which is read-only for it. */
  folder: string;
  /** Folders that the program may write to. */
  volumes: readonly string[];
  env: Readonly<Record<string, string>>;
  command: readonly string[];
  /** User of the images by default. Has no effect unless the tests run as root. */
  user?: ContainerUser | undefined;
  /** Memory limit. Has no effect unless the tests run as root. */
  memory?: MemoryGroup | undefined;
}

const isRoot = process.getuid?.() === 0;
const hasNamespaces = isRoot && spawnSync('unshare', ['--mount', 'true']).status === 0;
if (!hasNamespaces) {
  process.stderr.write(
    'NOT RUN: images on file systems that are all read-only; that takes root and mount namespaces\n',
  );
}

/** User ID of the program: the user ID of the images if the tests run as root, otherwise the current user's ID. */
export const confinedUid = isRoot ? 10_001 : process.getuid!();

// Arguments: the read-only folder, the number of volumes, the volumes, then the command to run.
const confinement = `set -eu
tree=$1; count=$2; shift 2
while [ "$count" -gt 0 ]; do mount --bind "$1" "$1"; count=$((count - 1)); shift; done
mount --bind "$tree" "$tree"
mount -o remount,bind,ro "$tree"
mount -o remount,bind,ro /
cd /
exec "$@"`;
const withoutRights = '--clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all --'.split(' ');

// Arguments: the file of a cgroup's members, then the command to run.
const joining = 'echo $$ > "$0"; exec "$@"';

export async function startConfined(confined: ConfinedProgram): Promise<StartedProcess> {
  if (!isRoot) await closeTree(confined.folder);
  const confinedWords = formatConfinedCommand(confined);
  const { memory } = confined;
  const [program = '', ...words] =
    memory === undefined ? confinedWords : ['sh', '-c', joining, memory.membersFile, ...confinedWords];
  return startProcess(program, words, { cwd: '/' });
}

/**
 * Returns the command that runs the program confined. If the tests do not run as root, the command does not confine the
 * program, and the caller must make the folder read-only.
 */
export function formatConfinedCommand({ folder, volumes, env, command, user }: ConfinedProgram): string[] {
  const assignments = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const program = ['env', '-i', ...assignments, ...command];
  if (!isRoot) return program;
  const { uid, gid } = user ?? { uid: confinedUid, gid: confinedUid };
  const setpriv = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, ...withoutRights];
  if (!hasNamespaces) return [...setpriv, ...program];
  const words = [folder, String(volumes.length), ...volumes, ...setpriv, ...program];
  return ['unshare', '--mount', '--', 'sh', '-c', confinement, 'sh', ...words];
}

/** Creates an empty folder that the confined program may write to, with this owner and mode. */
export async function createVolume(
  { uid, gid }: ContainerUser = { uid: confinedUid, gid: confinedUid },
  mode?: number,
): Promise<string> {
  const folder = await createTemporaryFolder();
  if (isRoot) await chown(folder, uid, gid);
  if (mode !== undefined) await chmod(folder, mode);
  return folder;
}

/** Makes the folder read-only. Restores its permissions at the end of the tests, so that it can be removed. */
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
