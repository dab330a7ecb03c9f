// A check of types by the compiler that says how far it is, and nothing when nothing has changed.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** How long it may take to see that nothing has changed before it is spoken of; the time between two words. */
const QUIET_MS = 5_000;
const EVERY_MS = 10_000;

/**
 * Runs `tsc --build …`, whose complaints go to standard output as they are. Resolves, when it has ended, to its exit
 * code and to the signal that ended it.
 */
export function reportedBuild(say, [command, ...words], options) {
  const pretty = process.stdout.isTTY ? ['--pretty'] : [];
  const compiler = spawn(command, [...words, '--verbose', ...pretty], {
    ...options,
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  const progress = reported(say);
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

/** Reads in the compiler's account of its projects how many there are, and how many are done. */
function reported(say) {
  let all = 0;
  let done = 0;
  let timer = setTimeout(begin, QUIET_MS);
  let hasBegun = false;
  return {
    /** Whether the line was of that account, and no complaint. */
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
