// Processor time of other processes, from /proc (Linux only).
import { readdirSync, readFileSync } from 'node:fs';

/** Length of a tick in /proc. It does not depend on the clock rate of the kernel. */
const TICK_SECONDS = 0.01;

/** Returns the processor seconds of a process and its living descendants. */
export function readProcessorSeconds(pid: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf);
  const family = new Set([pid]);
  // A child may have a lower ID than its parent.
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const one of processes) if (family.has(one.parent)) family.add(one.pid);
  }
  return processes.reduce((sum, one) => sum + (family.has(one.pid) ? one.seconds : 0), 0);
}

/** Returns an empty list if the process has ended. */
function statOf(pid: string): { pid: number; parent: number; seconds: number }[] {
  try {
    return [readStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))];
  } catch {
    return [];
  }
}

/** The program's name is in brackets and may contain brackets and spaces. */
export function readStat(line: string): { pid: number; parent: number; seconds: number } {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return {
    pid: Number.parseInt(line, 10),
    parent: Number(fields[1]),
    seconds: (Number(fields[11]) + Number(fields[12])) * TICK_SECONDS,
  };
}
