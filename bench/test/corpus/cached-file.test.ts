import { readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { ensureCachedFile } from '../../src/corpus/cached-file.ts';

it('makes a file once, and again when it is not whole', async () => {
  const folder = await createTemporaryFolder();
  const said: string[] = [];
  const file = () =>
    ensureCachedFile((sentence) => said.push(sentence), join(folder, 'cache'), 'small', 0.0005);
  const made = await file();
  expect(await file()).toEqual(made);
  expect(said).toHaveLength(1);
  truncateSync(made.path, 100);
  expect(await file()).toEqual(made);
  expect(said).toHaveLength(2);
  expect(statSync(made.path).size).toBe(made.sizeBytes);
  expect(readdirSync(join(folder, 'cache'))).toHaveLength(2);
});
