// Test helper: collects log lines in memory.
import { Writable } from 'node:stream';

export type LogLine = Record<string, unknown>;

export function collectLogLines(lines: LogLine[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
}
