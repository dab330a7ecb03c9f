// Reads the CPU time of a process and its descendants from /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second (`getconf CLK_TCK`): 100 on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;

interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  /** Clock ticks of the process and of its exited children. */
  readonly ticks: number;
}

/**
 * Returns the user and system CPU time of the process, its running descendants and their exited children, in seconds.
 */
export function readTreeCpuSeconds(pid: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcessStat(Number(name)) ?? []);
  const family = new Set([pid]);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const one of all) if (family.has(one.parent)) family.add(one.pid);
  }
  const ticks = all.filter((one) => family.has(one.pid)).reduce((sum, one) => sum + one.ticks, 0);
  return ticks / TICKS_PER_SECOND;
}

function readProcessStat(pid: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program name is in parentheses and may contain any character.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent, ...times] = [fields[1], fields[11], fields[12], fields[13], fields[14]].map(Number);
    return { pid, parent: parent!, ticks: times.reduce((sum, one) => sum + one, 0) };
  } catch {
    return undefined;
  }
}
