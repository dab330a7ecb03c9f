// What continuous integration runs: `npm test`, tests in a clone with nothing beside it, then all judges. The last line
// sums their last lines.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { environment, root } from './bootstrap.mjs';
import { closingLine } from './jest.mjs';

const steps = [
  ['npm', ['test', '--silent']],
  ['node', ['scripts/lone-clone.mjs']],
  ['npm', ['run', '--silent', 'judges', '--', '--all']],
];
const total = { passed: 0, failed: 0, skipped: 0 };
let succeeded = true;
for (const [command, args] of steps) {
  const started = Date.now();
  const { counts, status } = await run(command, args);
  for (const outcome of Object.keys(total)) total[outcome] += counts[outcome];
  succeeded &&= status === 0;
  console.error(
    `${command} ${args.join(' ')}: ${closingLine(counts)}, in ${Math.round((Date.now() - started) / 1000)} s`,
  );
}
if (!succeeded && total.failed === 0) total.failed = 1;
console.log(closingLine(total));
process.exit(succeeded && total.failed === 0 ? 0 : 1);

/** The counts in the step's last line; a step without such a line has failed. */
async function run(command, args) {
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
