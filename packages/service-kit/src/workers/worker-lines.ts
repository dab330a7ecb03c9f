// Log lines of workers. If the output is a file, each process appends whole lines in one write. A full pipe may split
// such a write. If the output is a pipe, workers therefore send their lines to the primary, and only the primary
// writes.
import { fstatSync } from 'node:fs';
import type { Readable } from 'node:stream';

const STDOUT = 1;

/** Returns the worker's stdout option for `child_process`. */
export function chooseWorkerStdout(): 'inherit' | 'pipe' {
  return fstatSync(STDOUT).isFile() ? 'inherit' : 'pipe';
}

/** Forwards complete lines, and at the end also an incomplete last line. */
export function forwardLines(from: Readable, to: { write(line: string): void }): void {
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
