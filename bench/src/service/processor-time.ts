// The processor time that other processes have used. Linux only: it is read from /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** Linux tells it in ticks of this length, whatever its own clock. */
const TICK_SECONDS = 0.01;

/** Seconds used until now by all threads of a process, and by the processes under it that are there. */
export function processorSeconds(pid: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf);
  const family = new Set([pid]);
  // A child may have the lower number.
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const one of processes) if (family.has(one.parent)) family.add(one.pid);
  }
  return processes.reduce((sum, one) => sum + (family.has(one.pid) ? one.seconds : 0), 0);
}

/** Empty when it has ended. */
function statOf(pid: string): { pid: number; parent: number; seconds: number }[] {
  try {
    return [readStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))];
  } catch {
    return [];
  }
}

/** The name of the program stands in brackets, and may hold any of them, and blanks. */
export function readStat(line: string): { pid: number; parent: number; seconds: number } {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return {
    pid: Number.parseInt(line, 10),
    parent: Number(fields[1]),
    seconds: (Number(fields[11]) + Number(fields[12])) * TICK_SECONDS,
  };
}
