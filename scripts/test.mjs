// npm test: installs what is missing, checks style and types during the tests, runs all tests except the judges
// (npm run judges), and ends with `N passed, N failed, N skipped`. Tests that cannot run on this machine count as
// skipped. npm test -- JEST ARGUMENTS runs the selected tests without the checks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bootstrap, environment, root } from './bootstrap.mjs';
import { formatClosingLine, runJest } from './jest.mjs';

const compiler = 'node_modules/typescript/bin/tsc';
// The types of the tests are checked after the types of the sources, because tests need the declarations of sources.
const checks = [
  ['lint and format', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--log-level=warn', '.']],
  ['types', [compiler, '--build']],
  ['types of the tests', [compiler, '--project', 'tsconfig.tests.json']],
  ['licences of dependencies', ['scripts/check-dependencies.mjs', 'licences']],
  ['vulnerabilities of dependencies', ['scripts/check-dependencies.mjs', 'vulnerabilities']],
];
const outcomeOfStatus = { 0: 'passed', 3: 'skipped' };
const words = { passed: 'PASS', failed: 'FAIL', skipped: 'NOT RUN' };

const chosen = process.argv.slice(2);
await bootstrap();
const total = { passed: 0, failed: 0, skipped: 0 };
/** Names of failed checks, to repeat them after the output of the tests. */
const failedChecks = [];
const tests = chosen.length === 0 ? await runAll() : await runJest(chosen);
for (const outcome of Object.keys(total)) total[outcome] += tests[outcome];
for (const name of failedChecks) console.error(`FAIL ${name}`);
console.log(formatClosingLine(total));
process.exit(tests.succeeded && total.failed === 0 ? 0 : 1);

/**
 * Runs all tests. While the tests start servers and wait for them, runs one check at a time. Afterwards checks which
 * statuses in the contracts the services never returned, unless tests were skipped because a tool is missing.
 */
async function runAll() {
  const answers = join(root, '.cache', 'answers');
  rmSync(answers, { recursive: true, force: true });
  const [tests] = await Promise.all([
    runJest([], { env: { ...environment, HOLDFAST_ANSWERS: answers } }),
    runChecks(),
  ]);
  const name = 'statuses that the contracts promise';
  if (tests.skipped === 0) await performCheck(name, ['scripts/coverage.mjs', 'check', answers]);
  else countOutcome(name, 'skipped');
  return tests;
}

async function runChecks() {
  for (const [name, args] of checks) await performCheck(name, args);
}

async function performCheck(name, args) {
  countOutcome(name, await runCheck(args));
}

function countOutcome(name, outcome) {
  total[outcome] += 1;
  if (outcome === 'failed') failedChecks.push(name);
  console.error(`${words[outcome]} ${name}`);
}

/**
 * Runs a check and prints its messages when it has ended. Exit code 3 means that the check could not run, for example
 * without a network.
 */
async function runCheck(args) {
  const child = spawn('node', args, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  const [output, messages] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await ended;
  const outcome = outcomeOfStatus[status] ?? 'failed';
  // The compiler prints type errors to standard output.
  process.stderr.write(outcome === 'failed' ? output + messages : messages);
  return outcome;
}
