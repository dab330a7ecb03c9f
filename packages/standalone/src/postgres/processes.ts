// Inspects and terminates processes, which need not be children of this process.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Returns whether the process is running. A zombie does not count as running. */
export function isRunning(pid: number): boolean {
  return isInProcessTable(pid) && readProcessStat(pid)?.state !== 'Z';
}

/** Returns whether a process with this ID exists, even as a zombie. PostgreSQL tests lock files in the same way. */
export function isInProcessTable(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns the working folder of a process. Returns undefined if the process has ended or belongs to another user, or if
 * the system is not Linux.
 */
export function readWorkingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Waits until the process has ended. Resolves to false after `timeoutMs`. */
export async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isRunning(pid)) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/** Sends a signal. Does nothing if the process no longer exists. */
export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Kills a process and its children. Suspends the process first (SIGSTOP), so that it cannot start more children. */
export async function killProcessTree(pid: number): Promise<void> {
  sendSignal(pid, 'SIGSTOP');
  const family = [...childrenOf(pid), pid];
  for (const member of family) sendSignal(member, 'SIGKILL');
  for (const member of family) await waitUntilGone(member, 10_000);
}

/** Lists the child processes of PostgreSQL. They are not in one process group, because each starts a new session. */
function childrenOf(parent: number): number[] {
  const pids = processIds().filter((pid) => readProcessStat(pid)?.parent === parent);
  return pids;
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return []; // no /proc: the children end by themselves when the postmaster is gone
  }
}

function readProcessStat(pid: number): { state: string; parent: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Format of /proc/PID/stat: pid (name, which may contain spaces and brackets) state parent …
    const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
