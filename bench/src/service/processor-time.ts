// Reads the CPU time of other processes from /proc (Linux only).
import { readdirSync, readFileSync } from 'node:fs';

/** Duration of a clock tick in /proc, which is the same for every kernel timer frequency. */
const TICK_SECONDS = 0.01;

/** Returns the CPU seconds of a process and its running descendants. */
export function readProcessorSeconds(pid: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcessStat);
  const family = new Set([pid]);
  // Repeats until no more descendants are found, because a child may have a lower PID than its parent.
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const one of processes) if (family.has(one.parent)) family.add(one.pid);
  }
  return processes.reduce((sum, one) => sum + (family.has(one.pid) ? one.seconds : 0), 0);
}

/** Reads a process's entry in /proc. Returns an empty list if the process has exited. */
function readProcessStat(pid: string): { pid: number; parent: number; seconds: number }[] {
  try {
    return [parseProcessStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))];
  } catch {
    return [];
  }
}

/**
 * Parses a line of /proc/PID/stat. The program name is in parentheses and may itself contain parentheses and spaces.
 */
export function parseProcessStat(line: string): { pid: number; parent: number; seconds: number } {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return {
    pid: Number.parseInt(line, 10),
    parent: Number(fields[1]),
    seconds: (Number(fields[11]) + Number(fields[12])) * TICK_SECONDS,
  };
}
