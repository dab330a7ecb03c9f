// Measures a process and its descendants: number, memory, CPU time and written bytes. Works only on Linux, because it
// reads /proc.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ProcessCost {
  readonly pid: number;
  /** Command line, or the title that PostgreSQL gives its processes. */
  readonly command: string;
  /** Proportional set size: memory shared by several processes is divided among them. */
  readonly pssBytes: number;
  /** CPU time of the process and its ended children. */
  readonly cpuSeconds: number;
  /** Bytes written by the process and its ended children. */
  readonly writtenBytes: number;
}

export interface TreeCost {
  readonly seconds: number;
  /** Processes that exist at the end of the measurement, with their usage since their start. */
  readonly processes: readonly ProcessCost[];
  readonly pssBytes: number;
  /** CPU time of all processes during the measurement. */
  readonly cpuSeconds: number;
  readonly writtenBytes: number;
}

/** Clock ticks per second (`getconf CLK_TCK`). 100 on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;

/** Measures the process `pid` and its descendants for `durationMs`. */
export async function measureProcessTree(pid: number, durationMs: number): Promise<TreeCost> {
  const begunMs = performance.now();
  const before = listTree(pid).flatMap(readUsage);
  await sleep(durationMs);
  const seconds = (performance.now() - begunMs) / 1000;
  const processes = listTree(pid).flatMap(readCost);
  // The kernel adds the usage of an ended process to its parent, so the difference of the sums includes that usage.
  return {
    seconds,
    processes,
    pssBytes: sum(processes, ({ pssBytes }) => pssBytes),
    cpuSeconds: sum(processes, cpuOf) - sum(before, cpuOf),
    writtenBytes: sum(processes, writtenOf) - sum(before, writtenOf),
  };
}

type Usage = Pick<ProcessCost, 'cpuSeconds' | 'writtenBytes'>;

const cpuOf = ({ cpuSeconds }: Usage) => cpuSeconds;
const writtenOf = ({ writtenBytes }: Usage) => writtenBytes;

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}

/** Returns the usage of a process, or an empty list if it has ended. */
function readUsage(pid: number): Usage[] {
  try {
    const { ticks } = readStat(pid);
    const written = /^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'latin1'));
    return [{ cpuSeconds: ticks / TICKS_PER_SECOND, writtenBytes: Number(written?.[1] ?? 0) }];
  } catch (error) {
    if (hasEnded(error)) return [];
    throw error;
  }
}

function readCost(pid: number): ProcessCost[] {
  try {
    const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return readUsage(pid).map((usage) => ({ pid, command, pssBytes: Number(kilobytes) * 1024, ...usage }));
  } catch (error) {
    if (hasEnded(error)) return [];
    throw error;
  }
}

/** Returns the process and its descendants. */
export function listTree(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [{ pid: Number(name), parent: readStat(Number(name)).parent }];
      } catch (error) {
        if (hasEnded(error)) return [];
        throw error;
      }
    });
  const tree = new Set([pid]);
  // Repeats until there are no further descendants, because a child may have a lower PID than its parent.
  for (let size = 0; size < tree.size; ) {
    size = tree.size;
    for (const one of parents) if (tree.has(one.parent)) tree.add(one.pid);
  }
  return [...tree];
}

function readStat(pid: number): { parent: number; ticks: number } {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The program name is in parentheses and may contain any character.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [parent, ...ticks] = [1, 11, 12, 13, 14].map((field) => Number(fields[field]));
  return { parent: parent!, ticks: sum(ticks, (one) => one) };
}

function hasEnded(error: unknown): boolean {
  return ['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '');
}
