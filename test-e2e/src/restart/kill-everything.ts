// Kills all processes of a node with SIGKILL: its launcher and all descendants, including PostgreSQL.
import { readdirSync, readFileSync } from 'node:fs';

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly isZombie: boolean;
}

/** Sends SIGKILL to a process and all its descendants, and does not wait. Returns the number of processes. */
export function killEverything(root: number): number {
  const tree = listDescendants(root);
  // Kills parents first, so that a supervisor cannot restart a killed child.
  for (const pid of [root, ...tree]) kill(pid);
  return tree.length + 1;
}

/** Returns the number of zombie children that the parent has not reaped. */
export function countZombies(parent: number): number {
  return listProcesses().filter((one) => one.parent === parent && one.isZombie).length;
}

function listDescendants(root: number): number[] {
  const all = listProcesses();
  const found: number[] = [];
  let generation = [root];
  while (generation.length > 0) {
    generation = all.filter(({ parent }) => generation.includes(parent)).map(({ pid }) => pid);
    found.push(...generation);
  }
  return found;
}

function listProcesses(): ProcessEntry[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.flatMap((pid) => readProcessEntry(pid) ?? []);
}

function readProcessEntry(pid: number): ProcessEntry | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(parent), isZombie: state === 'Z' };
  } catch {
    return undefined;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
