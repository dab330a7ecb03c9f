// Runs Jest and returns its results.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, root } from './bootstrap.mjs';

/**
 * Runs Jest with these arguments and sends its output to stderr. Returns the test counts ({ passed, failed, skipped }),
 * `succeeded`, and Jest's results for each file. A file that cannot be loaded counts as one failure.
 */
export async function runJest(args, options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-jest-'));
  const report = join(folder, 'jest.json');
  try {
    const child = spawn(
      'node',
      ['node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`, ...args],
      { cwd: root, env: environment, stdio: ['ignore', 'ignore', 'inherit'], ...options },
    );
    const [status] = await once(child, 'exit');
    const outcome = readOutcome(report);
    // A run can fail without a failed test, for example if tests leave files behind.
    const failed = status === 0 ? outcome.failed : Math.max(1, outcome.failed);
    return { ...outcome, failed, succeeded: status === 0 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Formats test counts as the last line that every test command prints. */
export function formatClosingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function readOutcome(report) {
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
