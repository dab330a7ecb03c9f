// Covers: packages/api-types
// The generator finds outdated files in generated/ and brings them up to date.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'api-types-'));
  for (const part of ['openapi', 'src/generated']) {
    await cp(join(root, part), join(copy, part), { recursive: true });
  }
});
afterAll(() => rm(copy, { recursive: true, force: true }));

it('is reported as outdated after a change of a document, and is updated by the generator', async () => {
  const file = join(copy, 'openapi/repository.yaml');
  await writeFile(file, (await readFile(file, 'utf8')).replace('warcId:', 'recordId:'));
  await expect(generate('--check')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('src/generated/repository.ts, src/generated/repository.document.ts'),
  });
  await generate();
  expect(await readFile(join(copy, 'src/generated/repository.ts'), 'utf8')).toContain('recordId?: string');
});

function generate(...options: string[]) {
  return run(process.execPath, [join(root, 'generate.mjs'), '--folder', copy, ...options]);
}
