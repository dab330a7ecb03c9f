// Measures the resident memory of a process and its workers from /proc (Linux only).
import { readFileSync } from 'node:fs';

export interface MemoryWatch {
  /** Returns the peak since the measurement began, in bytes. */
  peakBytes(): number;
  stop(): void;
}

export function watchMemory(pid: number, everyMs = 50): MemoryWatch {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, readResidentBytes(pid));
  };
  look();
  const timer = setInterval(() => {
    try {
      look();
    } catch {
      // The process has exited. The benchmark detects this elsewhere and reports the reason.
      clearInterval(timer);
    }
  }, everyMs);
  return {
    peakBytes() {
      look();
      return peak;
    },
    stop: () => clearInterval(timer),
  };
}

/** Returns the resident bytes of a process and its children. Throws if the process does not exist. */
export function readResidentBytes(pid: number): number {
  return (
    readProcessMemory(pid) + readChildPids(pid).reduce((sum, child) => sum + readProcessMemory(child), 0)
  );
}

function readChildPids(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

function readProcessMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error(`Process ${pid} has no memory any more.`);
  return Number(kilobytes) * 1024;
}
