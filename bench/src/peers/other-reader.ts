// Measures another project's WARC reader: a program that reads the file once for each line on its standard input and
// prints the result as JSON.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { BenchmarkTask } from '../measure.ts';
import type { ReadTotals } from '../read/reading.ts';

export interface OtherReader {
  /** Name in the table. */
  readonly name: string;
  readonly version: string;
  /** Program and arguments. The path of the WARC file is appended. */
  readonly command: readonly string[];
}

/** Creates a measurement of the reader. Throws if the reader does not find exactly `records` records in the file. */
export function createOtherReaderMeasure(reader: OtherReader, path: string, records: number): BenchmarkTask {
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
      const { seconds, cpuSeconds, seen } = JSON.parse(value) as ReaderReport;
      if (seen.records !== records)
        throw new Error(`${name} finds ${seen.records} records in ${path}, which has ${records}.`);
      return { seconds, cpuSeconds, inputBytes };
    },
    close: () => stopReader(child),
  };
}

interface ReaderReport {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly seen: ReadTotals;
}

async function stopReader(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.stdin?.end();
  child.kill();
  await gone;
}
