// Looking at and ending processes that may not be our children.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether a process runs under this id; one that has ended but was not yet collected by its parent does not. */
export function isRunning(pid: number): boolean {
  return isInProcessTable(pid) && statOf(pid)?.state !== 'Z';
}

/** Whether the system knows this id, as PostgreSQL asks about the process of a lock: zombies are included. */
export function isInProcessTable(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A process's working folder; undefined when that cannot be known (another user's, ended, not Linux). */
export function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Resolves to whether the process was gone before the time was over. */
export async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isRunning(pid)) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/** Sends a signal; a process that is gone already is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** kill -9 of a process and its children, none of which can start another one meanwhile. */
export async function killFamily(pid: number): Promise<void> {
  signal(pid, 'SIGSTOP');
  const family = [...childrenOf(pid), pid];
  for (const member of family) signal(member, 'SIGKILL');
  for (const member of family) await waitUntilGone(member, 10_000);
}

/** PostgreSQL's children each start a session of their own, so that no process group has them all. */
function childrenOf(parent: number): number[] {
  const pids = processIds().filter((pid) => statOf(pid)?.parent === parent);
  return pids;
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return []; // no /proc: the children end by themselves when they see that the postmaster is gone
  }
}

function statOf(pid: number): { state: string; parent: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // pid (name, which may hold blanks and brackets) state parent …
    const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
