// The committed files in generated/ match the documents in openapi/.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { configurationContract } from '../src/generated/configuration.document.ts';
import { repositoryContract } from '../src/generated/repository.document.ts';

const root = join(import.meta.dirname, '..');

it('is up to date', async () => {
  await promisify(execFile)(process.execPath, [join(root, 'generate.mjs'), '--check']);
});

it.each([
  ['repository', repositoryContract],
  ['configuration', configurationContract],
])('the %s contract is the document', async (name, contract) => {
  expect(contract).toEqual(parse(await readFile(join(root, `openapi/${name}.yaml`), 'utf8')));
});
