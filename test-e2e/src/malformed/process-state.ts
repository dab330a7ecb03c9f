// Reads the memory, open files and threads of a Linux process.
import { readdir, readFile, readlink } from 'node:fs/promises';

export interface ProcessState {
  residentBytes: number;
  peakBytes: number;
  threads: number;
  /** Target of each open file descriptor; `socket` for every socket. */
  files: string[];
}

/** Reads the resources of a process. Returns undefined if there is no /proc. */
export async function readProcessState(pid: number): Promise<ProcessState | undefined> {
  if (process.platform !== 'linux') return undefined;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const number = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1]);
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder);
  const links = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
  return {
    residentBytes: number('VmRSS') * 1024,
    peakBytes: number('VmHWM') * 1024,
    threads: number('Threads'),
    files: links
      .filter((link) => link !== '')
      .map((link) => link.replace(/:\[\d+\]$/, ''))
      .sort(),
  };
}
