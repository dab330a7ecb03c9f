// npm test: installs what is missing, checks style and types, runs all tests except the acceptance tests (npm run
// judges), and ends with `N passed, N failed, N skipped`. Tests that cannot run on this machine count as skipped. npm
// test -- JEST ARGUMENTS runs the selected tests without the checks.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, environment, root } from './bootstrap.mjs';
import { closingLine, runJest } from './jest.mjs';

const checks = [
  ['lint and format', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--log-level=warn', '.']],
  ['types of the tests', ['node_modules/typescript/bin/tsc', '--project', 'tsconfig.tests.json']],
  ['licences of dependencies', ['scripts/check-dependencies.mjs', 'licences']],
  ['vulnerabilities of dependencies', ['scripts/check-dependencies.mjs', 'vulnerabilities']],
];
const outcomeOfStatus = { 0: 'passed', 3: 'skipped' };
const words = { passed: 'PASS', failed: 'FAIL', skipped: 'NOT RUN' };

const chosen = process.argv.slice(2);
await bootstrap({ types: chosen.length === 0 });
const total = { passed: 0, failed: 0, skipped: 0 };
if (chosen.length === 0) for (const [name, args] of checks) check(name, args);
const tests = chosen.length === 0 ? runAll() : runJest(chosen);
for (const outcome of Object.keys(total)) total[outcome] += tests[outcome];
console.log(closingLine(total));
process.exit(tests.succeeded && total.failed === 0 ? 0 : 1);

/**
 * Runs all tests. Also checks which statuses in the contracts the services never returned, unless tests were skipped
 * because a tool is missing.
 */
function runAll() {
  const answers = join(root, '.cache', 'answers');
  rmSync(answers, { recursive: true, force: true });
  const tests = runJest([], { env: { ...environment, HOLDFAST_ANSWERS: answers } });
  const name = 'statuses that the contracts promise';
  if (tests.skipped === 0) check(name, ['scripts/coverage.mjs', 'check', answers]);
  else count(name, 'skipped');
  return tests;
}

function check(name, args) {
  console.error(`Checking ${name}…`);
  count(name, outcomeOf(args));
}

function count(name, outcome) {
  total[outcome] += 1;
  console.error(`${words[outcome]} ${name}`);
}

/** Runs a check. Exit code 3 means that the check could not run, for example without a network. */
function outcomeOf(args) {
  const { status } = spawnSync('node', args, {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return outcomeOfStatus[status] ?? 'failed';
}
