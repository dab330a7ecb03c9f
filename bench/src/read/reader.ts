// Measures a WARC reader that reads the same file repeatedly in a child process.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BenchmarkTask } from '../measure.ts';
import type { ByteSourceKind, ReadTotals } from './reading.ts';

/** Readers that use a single thread. */
export const READER_NAMES = ['bound', 'warcio', 'warcio + digests', 'codec'] as const;
export const THREADED_READER_NAME = 'codec in threads';
export type ReaderName = (typeof READER_NAMES)[number] | typeof THREADED_READER_NAME;
export type PassOutcome = { seconds: number; cpuSeconds: number; seen: ReadTotals } | { failure: string };

/** Chunk size for each reader. `bound` gets a file in memory as one chunk, the others get chunks as from an upload. */
const pieceBytes: Record<ReaderName, number> = {
  bound: 2 ** 29,
  warcio: 65_536,
  'warcio + digests': 65_536,
  codec: 65_536,
  [THREADED_READER_NAME]: 65_536,
};

// The reader runs as a separate program, so this must be a compiled file even if the current file is TypeScript.
const program = fileURLToPath(new URL('../../dist/read/reader-process.js', import.meta.url));

export function createReaderMeasure(
  name: ReaderName,
  path: string,
  from: ByteSourceKind = 'memory',
): BenchmarkTask {
  const args = [name, path, String(pieceBytes[name]), from];
  const child = fork(program, args, { serialization: 'advanced' });
  const inputBytes = statSync(path).size;
  return {
    name,
    async pass() {
      const answer = await requestPass(child);
      if ('failure' in answer) throw new Error(`${name} could not read ${path}: ${answer.failure}`);
      return { seconds: answer.seconds, cpuSeconds: answer.cpuSeconds, inputBytes };
    },
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}

async function requestPass(child: ChildProcess): Promise<PassOutcome> {
  const stop = new AbortController();
  try {
    const answered = once(child, 'message', stop) as Promise<[PassOutcome]>;
    const ended = once(child, 'exit', stop).then(([code, signal]) => {
      throw new Error(`The reader ended with ${signal ?? `exit code ${code}`}.`);
    });
    child.send('pass');
    const [answer] = await Promise.race([answered, ended]);
    return answer;
  } finally {
    stop.abort();
  }
}
