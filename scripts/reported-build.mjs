// Runs the type check and prints progress messages, but prints nothing if nothing has changed.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Delay before the first message, and interval between messages. */
const QUIET_MS = 5_000;
const EVERY_MS = 10_000;

/**
 * Runs `tsc --build …` and prints its errors to standard output. Resolves to the exit code and signal of the compiler.
 */
export function buildWithProgress(say, [command, ...words], options) {
  const pretty = process.stdout.isTTY ? ['--pretty'] : [];
  const compiler = spawn(command, [...words, '--verbose', ...pretty], {
    ...options,
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  const progress = createBuildReporter(say);
  createInterface({ input: compiler.stdout }).on('line', (line) => {
    if (!progress.note(line)) console.log(line);
  });
  return new Promise((resolve, reject) => {
    compiler.once('error', reject);
    compiler.once('close', (status, signal) => {
      progress.end();
      resolve({ status, signal });
    });
  });
}

/** Counts all projects, and the finished ones, in the compiler's verbose output. */
function createBuildReporter(say) {
  let all = 0;
  let done = 0;
  let timer = setTimeout(begin, QUIET_MS);
  let hasBegun = false;
  return {
    /** Processes a line of output. Returns whether the line was a progress message instead of an error. */
    note(line) {
      if (/^\s+\* \S*tsconfig\.json$/.test(line)) all += 1;
      else if (/ Project '.*' is out of date/.test(line)) begin();
      else if (/ (?:Project '.*' is up to date|Building project '|Skipping build of project ')/.test(line))
        done += 1;
      else
        return (
          line.trim() === '' || / (?:Projects in this build:|Project '|Updating .*timestamps )/.test(line)
        );
      return true;
    },
    end() {
      clearInterval(timer);
    },
  };

  function begin() {
    if (hasBegun) return;
    hasBegun = true;
    clearTimeout(timer);
    say('Checking types…');
    timer = setInterval(() => say(`Checking types… ${done} of ${all} parts done`), EVERY_MS);
  }
}
