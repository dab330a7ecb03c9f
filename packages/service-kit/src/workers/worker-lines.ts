// The lines that workers write. To a file each process appends by itself, whole lines in one write; a pipe may cut such a
// write in two when it is full, so there the primary alone writes, what it reads of its workers.
import { fstatSync } from 'node:fs';
import type { Readable } from 'node:stream';

const STDOUT = 1;

/** What a worker has for its stdout, as `child_process` names it. */
export function stdoutOfWorkers(): 'inherit' | 'pipe' {
  return fstatSync(STDOUT).isFile() ? 'inherit' : 'pipe';
}

/** Passes lines on when they are whole, the last one in any case. */
export function passLines(from: Readable, to: { write(line: string): void }): void {
  let begun = '';
  from.setEncoding('utf8');
  from.on('data', (text: string) => {
    const lines = (begun + text).split('\n');
    begun = lines.pop()!;
    for (const line of lines) to.write(`${line}\n`);
  });
  from.once('end', () => {
    if (begun !== '') to.write(`${begun}\n`);
  });
}
