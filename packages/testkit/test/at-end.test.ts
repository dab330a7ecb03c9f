// Tests the clean-up functions and the Jest environment: a second Jest runs generated test files.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { type StartedProcess, startProcess } from '../src/start-process.ts';
import { createTemporaryFolder } from '../src/temporary-folder.ts';

const testkit = fileURLToPath(new URL('..', import.meta.url));
const jest = join(testkit, '..', '..', 'node_modules', 'jest', 'bin', 'jest.js');

interface JestRun {
  readonly process: StartedProcess;
  /** Lines that the test files have written with the function `note`. */
  readonly notes: string[];
}

/** Runs these test files with the runtime and the environment of the project's tests, in one process. */
async function runJest(files: readonly string[]): Promise<JestRun> {
  const folder = await createTemporaryFolder();
  const seen = join(folder, 'seen');
  await writeFile(
    join(folder, 'jest.config.mjs'),
    `export default {
       runtime: '${join(testkit, 'jest', 'runtime.mjs')}',
       testEnvironment: '${join(testkit, 'jest', 'environment.mjs')}',
       transform: {},
       cacheDirectory: '${join(folder, 'cache')}',
     };`,
  );
  const note = `const note = (text) => require('node:fs').appendFileSync('${seen}', text + '\\n');`;
  for (const [number, text] of files.entries())
    await writeFile(join(folder, `made-${number}.test.js`), `${note}\n${text}`);
  const args = [jest, '--runInBand', '--rootDir', folder];
  const started = await startProcess(process.execPath, args, { cwd: folder });
  await started.exited;
  const notes = existsSync(seen) ? (await readFile(seen, 'utf8')).split('\n').slice(0, -1) : [];
  return { process: started, notes };
}

describe('addCleanup', () => {
  it('runs last registered first, after the hooks of the file, though tests and clean-ups failed', async () => {
    const { process, notes } = await runJest([
      `const atEndOfFile = (cleanup) => (globalThis[Symbol.for('holdfast.testkit.cleanups')] ??= []).push(cleanup);
       atEndOfFile(() => note('registered first'));
       afterAll(() => note('afterAll'));
       test('fails', () => { atEndOfFile(async () => { note('in a test'); throw new Error('clean-up'); }); throw new Error('test'); });`,
    ]);
    expect(notes).toEqual(['afterAll', 'in a test', 'registered first']);
    expect(process.output()).toContain('Cleaning up after a test file failed: Error: clean-up');
  });
});

describe('the environment', () => {
  it('keeps no event handlers and no state of earlier files in the global object', async () => {
    const counting = `test('counts', () => {
      const states = Object.getOwnPropertySymbols(globalThis).filter((key) => /STATE/.test(key.description));
      note([globalThis[Symbol.for('EVENT_HANDLERS')].length, states.length].join());
    });`;
    const { notes } = await runJest([counting, counting, counting]);
    expect(notes).toHaveLength(3);
    expect(new Set(notes).size).toBe(1);
  });
});
