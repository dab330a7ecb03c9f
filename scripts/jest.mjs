// One run of Jest, and what became of its tests.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, root } from './bootstrap.mjs';

/**
 * Runs Jest with the arguments; what it reports goes to stderr.
 * Gives counts of tests ({ passed, failed, skipped }; a file that could not be loaded is one failure), `succeeded`, and
 * Jest's own results of each file.
 */
export function runJest(args, options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-jest-'));
  const report = join(folder, 'jest.json');
  try {
    const { status } = spawnSync(
      'node',
      ['node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`, ...args],
      { cwd: root, env: environment, stdio: ['ignore', 'ignore', 'inherit'], ...options },
    );
    const outcome = outcomeIn(report);
    // Also without a failed test, as when tests left files behind.
    const failed = status === 0 ? outcome.failed : Math.max(1, outcome.failed);
    return { ...outcome, failed, succeeded: status === 0 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The last line of every command that tests. */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function outcomeIn(report) {
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    return {
      passed: result.numPassedTests,
      failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
      skipped: result.numPendingTests + result.numTodoTests,
      files: result.testResults,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, files: [] };
  }
}
