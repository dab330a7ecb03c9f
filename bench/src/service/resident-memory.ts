// The memory that another process really holds, watched while it works. Linux only: it is read from /proc.
import { readFileSync } from 'node:fs';

export interface MemoryWatch {
  /** The most that was seen since the watch began or was last asked. */
  peakBytes(): number;
  stop(): void;
}

export function watchMemory(pid: number, everyMs = 50): MemoryWatch {
  let peak = residentBytes(pid);
  const look = () => {
    peak = Math.max(peak, residentBytes(pid));
  };
  const timer = setInterval(look, everyMs);
  return {
    peakBytes() {
      look();
      const seen = peak;
      peak = 0;
      return seen;
    },
    stop: () => clearInterval(timer),
  };
}

/** Bytes resident now; throws when there is no such process. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error(`Process ${pid} has no memory any more.`);
  return Number(kilobytes) * 1024;
}
