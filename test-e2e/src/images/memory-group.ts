// Limits the memory of programs with a cgroup, as container engines do. Needs root.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addCleanup } from '@holdfast/testkit';

const FIRST_VERSION = '/sys/fs/cgroup/memory';
const SECOND_VERSION = '/sys/fs/cgroup';
const REMOVAL_ATTEMPTS = 100;

export interface MemoryGroup {
  /** A process that writes its ID into this file joins the group. */
  readonly membersFile: string;
}

const isFirst = existsSync(FIRST_VERSION);
const root = isFirst ? FIRST_VERSION : SECOND_VERSION;
const limitName = isFirst ? 'memory.limit_in_bytes' : 'memory.max';

/** Creates a group with this limit. Returns undefined if this process may not create groups. */
export async function createMemoryGroup(limitBytes: number): Promise<MemoryGroup | undefined> {
  const folder = join(root, `holdfast-${randomUUID()}`);
  try {
    await mkdir(folder);
  } catch {
    return undefined;
  }
  addCleanup(() => removeGroup(folder));
  try {
    await writeFile(join(folder, limitName), String(limitBytes));
  } catch {
    return undefined;
  }
  return { membersFile: join(folder, 'cgroup.procs') };
}

/** Returns the limit that the kernel enforces for a process. Undefined if the process is in no group of this file. */
export async function readMemoryLimit(pid: number): Promise<number | undefined> {
  const groups = await readFile(`/proc/${pid}/cgroup`, 'utf8');
  const [, path] = (isFirst ? /^\d+:memory:(\/holdfast-.+)$/m : /^0::(\/holdfast-.+)$/m).exec(groups) ?? [];
  return path === undefined ? undefined : Number(await readFile(join(root, path, limitName), 'utf8'));
}

/** Removes the group. Retries, because the removal fails until killed members have exited. */
async function removeGroup(folder: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rmdir(folder);
    } catch (error) {
      if (attempt === REMOVAL_ATTEMPTS) throw error;
      await sleep(50);
    }
  }
}
