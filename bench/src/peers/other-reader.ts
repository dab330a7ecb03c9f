// Another project's reader as a measure: a program in its own language that reads the same file again and again, one
// pass for each line that it is sent, and answers each with a line of JSON.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Measure } from '../measure.ts';
import type { Seen } from '../read/reading.ts';

export interface OtherReader {
  /** Shown in the table. */
  readonly name: string;
  readonly version: string;
  /** The program and its arguments, to which the path of the file is added. */
  readonly command: readonly string[];
}

/** `records` are those that the file has: a reader that finds others does other work, and throws. */
export function otherReaderMeasure(reader: OtherReader, path: string, records: number): Measure {
  const { name, command } = reader;
  const [program, ...args] = command;
  const child = spawn(program!, [...args, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const inputBytes = statSync(path).size;
  return {
    name,
    async pass() {
      child.stdin.write('pass\n');
      const { value, done } = await lines.next();
      if (done) throw new Error(`${name} ended before it had read ${path}.`);
      const { seconds, cpuSeconds, seen } = JSON.parse(value) as Answer;
      if (seen.records !== records)
        throw new Error(`${name} finds ${seen.records} records in ${path}, which has ${records}.`);
      return { seconds, cpuSeconds, inputBytes };
    },
    close: () => ended(child),
  };
}

interface Answer {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly seen: Seen;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.stdin?.end();
  child.kill();
  await gone;
}
