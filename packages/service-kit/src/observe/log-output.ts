// Where log lines go unless a test says otherwise: stdout. No line is held longer than a fiftieth of a second while they
// can be written, and none that can be is lost at exit.
import { type LineOutput, lineOutput } from './line-output.ts';

const STDOUT = 1;
/** A busy service then writes fifty times a second, not once for each request. */
const GATHER_MS = 20;

let lines: LineOutput | undefined;

/** One for all logs of a process: it has one stdout, and ends once. */
export function stdoutLines(): LineOutput {
  lines ??= openLines();
  return lines;
}

function openLines(): LineOutput {
  const output = lineOutput({ name: 'service', descriptor: () => STDOUT, missingLine, gatherMs: GATHER_MS });
  process.on('exit', () => output.flushSync());
  return output;
}

function missingLine(dropped: number): string {
  const msg = 'log lines are missing here: they could not be written';
  return `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), dropped, msg })}\n`;
}
