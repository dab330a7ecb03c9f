// Runs a second Jest on a generated test file, because clean-ups run after all tests of a file.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { startProcess } from '../src/start-process.ts';
import { createTemporaryFolder } from '../src/temporary-folder.ts';

const testkit = fileURLToPath(new URL('..', import.meta.url));
const jest = join(testkit, '..', '..', 'node_modules', 'jest', 'bin', 'jest.js');

describe('addCleanup', () => {
  it('runs last registered first, after the hooks of the file, though tests and clean-ups failed', async () => {
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
    await writeFile(
      join(folder, 'made.test.js'),
      `const note = (text) => require('node:fs').appendFileSync('${seen}', text + '\\n');
       const atEndOfFile = (cleanup) => (globalThis[Symbol.for('holdfast.testkit.cleanups')] ??= []).push(cleanup);
       atEndOfFile(() => note('registered first'));
       afterAll(() => note('afterAll'));
       test('fails', () => { atEndOfFile(async () => { note('in a test'); throw new Error('clean-up'); }); throw new Error('test'); });`,
    );
    const run = await startProcess(process.execPath, [jest, '--rootDir', folder], { cwd: folder });
    await run.exited;
    expect(existsSync(seen) && (await readFile(seen, 'utf8'))).toBe(
      'afterAll\nin a test\nregistered first\n',
    );
    expect(run.output()).toContain('Cleaning up after a test file failed: Error: clean-up');
  });
});
