// Log output of workers. If stdout is a file, each worker appends whole lines to it. If stdout is a pipe, workers send
// their lines to the primary process, which alone writes to the pipe, because a full pipe could split lines of several
// writers.
import { fstatSync } from 'node:fs';
import type { Readable } from 'node:stream';

const STDOUT = 1;

/** Returns the stdout option of `child_process` for starting a worker. */
export function chooseWorkerStdout(): 'inherit' | 'pipe' {
  return fstatSync(STDOUT).isFile() ? 'inherit' : 'pipe';
}

/** Forwards complete lines and, at the end of the input, an incomplete last line. */
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
