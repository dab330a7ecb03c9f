// npm test [-- JEST ARGUMENTS]: installs what is missing, checks style and types, runs every test but the judges
// (npm run judges), and closes with `N passed, N failed, N skipped`. What could not be tried here counts as skipped.
import { spawnSync } from 'node:child_process';
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

bootstrap();
const total = { passed: 0, failed: 0, skipped: 0 };
for (const [name, args] of checks) {
  const outcome = outcomeOf(args);
  total[outcome] += 1;
  console.error(`${words[outcome]} ${name}`);
}
const tests = runJest(process.argv.slice(2));
for (const outcome of Object.keys(total)) total[outcome] += tests[outcome];
console.log(closingLine(total));
process.exit(tests.succeeded && total.failed === 0 ? 0 : 1);

/** A check ends with 3 where it cannot be made, as without a network. */
function outcomeOf(args) {
  const { status } = spawnSync('node', args, {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return outcomeOfStatus[status] ?? 'failed';
}
