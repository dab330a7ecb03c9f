// npm test [-- JEST ARGUMENTS]: installs what is missing, checks style and types, runs every test, and closes
// with `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap, environment, root } from './bootstrap.mjs';

bootstrap();
const folder = mkdtempSync(join(tmpdir(), 'holdfast-test-'));
const report = join(folder, 'jest.json');
const checks = [
  ['lint and format', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--log-level=warn', '.']],
  ['types of the tests', ['node_modules/typescript/bin/tsc', '--project', 'tsconfig.tests.json']],
  ['licences of dependencies', ['scripts/check-dependencies.mjs', 'licences']],
  ['vulnerabilities of dependencies', ['scripts/check-dependencies.mjs', 'vulnerabilities']],
];
const outcomes = checks.map(([name, args]) => outcomeOf(name, args));
const passedChecks = outcomes.filter((outcome) => outcome === 'PASS').length;
const failedChecks = outcomes.filter((outcome) => outcome === 'FAIL').length;
const jest = spawnSync(
  'node',
  ['node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`, ...process.argv.slice(2)],
  { cwd: root, env: environment, stdio: ['ignore', 'ignore', 'inherit'] },
);
const { passed, failed } = count(report);
rmSync(folder, { recursive: true });
console.log(`${passed + passedChecks} passed, ${failed + failedChecks} failed`);
process.exit(jest.status === 0 && failedChecks === 0 ? 0 : 1);

/** Exit code 3: it could not be tried here. That is neither. */
function outcomeOf(name, args) {
  const { status } = spawnSync('node', args, {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const outcome = { 0: 'PASS', 3: 'NOT RUN' }[status] ?? 'FAIL';
  console.error(`${outcome} ${name}`);
  return outcome;
}

/** Counts tests, and each file that could not even be loaded as one failure. */
function count(file) {
  try {
    const result = JSON.parse(readFileSync(file, 'utf8'));
    return {
      passed: result.numPassedTests,
      failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
    };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
