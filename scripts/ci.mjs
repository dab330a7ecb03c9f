// Runs continuous integration: `npm test`, then the tests that need a separate clone, then as many judges (npm run
// judges) as the time allows. The last line contains the total counts.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { environment, root } from './bootstrap.mjs';
import { formatClosingLine } from './jest.mjs';

/** Starts no judge after this time, because the whole run must end within 15 minutes. */
const JUDGES_START_SECONDS = 10 * 60;
const begun = Date.now();
const secondsSince = (ms) => Math.round((Date.now() - ms) / 1000);
const steps = [
  () => ['npm', ['test', '--silent']],
  () => ['node', ['scripts/lone-clone.mjs']],
  () => ['npm', ['run', '--silent', 'judges', '--', '--all', '--for', secondsLeft()]],
];
const secondsLeft = () => String(Math.max(0, JUDGES_START_SECONDS - secondsSince(begun)));
const total = { passed: 0, failed: 0, skipped: 0 };
let succeeded = true;
for (const step of steps) {
  const [command, args] = step();
  const started = Date.now();
  const { counts, status } = await runStep(command, args);
  for (const outcome of Object.keys(total)) total[outcome] += counts[outcome];
  succeeded &&= status === 0;
  console.error(`${command} ${args.join(' ')}: ${formatClosingLine(counts)}, in ${secondsSince(started)} s`);
}
if (!succeeded && total.failed === 0) total.failed = 1;
console.log(formatClosingLine(total));
process.exit(succeeded && total.failed === 0 ? 0 : 1);

/** Runs a step. Returns the counts in its last line. A step without such a line counts as failed. */
async function runStep(command, args) {
  const child = spawn(command, args, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.on('close', resolve));
  let last = '';
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    last = line;
  }
  const [, ...numbers] = /^(\d+) passed, (\d+) failed, (\d+) skipped$/.exec(last) ?? ['', 0, 1, 0];
  const [passed, failed, skipped] = numbers.map(Number);
  return { counts: { passed, failed, skipped }, status: await ended };
}
