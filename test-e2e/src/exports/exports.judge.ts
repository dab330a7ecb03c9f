// Covers: services packages
// Validates exports with other tools: py-wacz, bagit, warcio and jwarc.
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import {
  corpus,
  createTemporaryFolder,
  createTestDatabase,
  describeWithTool,
  installJwarc,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startRepository } from '../support/repository-server.ts';
import { installValidators } from './installed-validators.ts';

const run = promisify(execFile);

const archives = ['pywb/iana.warc.gz', 'made/methods.warc.gz'];

let client: TestRepositoryClient;
let folder: string;

beforeAll(async () => {
  if (!corpus.available) return;
  folder = await createTemporaryFolder();
  const { url: databaseUrl } = await createTestDatabase();
  ({ client } = await startRepository({ databaseUrl, objectStore: `fs:${folder}/store` }));
  await mkdir(join(folder, 'out'));
  for (const archive of archives) {
    const input = createReadStream(corpus.path(`warcs/${archive}`));
    await client.importArchive(input, { auid: archive, storeDuplicate: true });
  }
}, 60_000);

/** Writes the export to a file and returns its path. */
async function downloadExport(kind: 'warc.gz' | 'wacz' | 'tar', archive: string): Promise<string> {
  const file = join(folder, 'out', `${basename(archive, '.warc.gz')}.${kind}`);
  await writeFile(file, await client.bytes(`/exports/default.${kind}`, { auid: archive }));
  return file;
}

describeWithTool(
  corpus.available ? await installValidators() : { missing: 'the corpus is not there' },
  'other validators',
  (python) => {
    it('py-wacz finds a WACZ valid', async () => {
      const file = await downloadExport('wacz', 'pywb/iana.warc.gz');
      const { stdout } = await run(python, ['-m', 'wacz.main', 'validate', '-f', file]);
      expect(stdout).toMatch(/Valid/);
      expect(stdout).not.toMatch(/invalid|error|fail/i);
    }, 60_000);

    it('bagit finds a bag valid', async () => {
      const file = await downloadExport('tar', 'pywb/iana.warc.gz');
      await run('tar', ['-xf', file, '-C', join(folder, 'out')]);
      const [bag] = (await readdir(join(folder, 'out'))).filter((name) =>
        name.startsWith('default-pywb-iana'),
      );
      const { stderr } = await run(python, ['-m', 'bagit', '--validate', join(folder, 'out', bag!)]);
      expect(stderr).toContain('is valid');
    }, 60_000);

    it('warcio finds nothing wrong in a WARC file', async () => {
      const files = await Promise.all(
        ['pywb/iana.warc.gz', 'made/methods.warc.gz'].map((one) => downloadExport('warc.gz', one)),
      );
      const { stdout } = await run(python, ['-m', 'warcio.cli', 'check', ...files]);
      expect(stdout).not.toMatch(/fail/i);
    }, 60_000);
  },
);

const jwarc = corpus.available ? await installJwarc() : { missing: 'the corpus is not there' };
if ('missing' in jwarc) process.stderr.write(`NOT RUN: "jwarc validates exports": ${jwarc.missing}.\n`);

describe('jwarc', () => {
  const itWith = 'jar' in jwarc ? it : it.skip;
  itWith(
    'validates WARC files',
    async () => {
      const files = await Promise.all(
        ['pywb/iana.warc.gz', 'made/methods.warc.gz'].map((one) => downloadExport('warc.gz', one)),
      );
      const jar = 'jar' in jwarc ? jwarc.jar : '';
      const { stderr } = await run('java', ['-jar', jar, 'validate', '-v', ...files], {
        maxBuffer: 64 * 1024 * 1024,
      });
      expect(stderr).toBe('');
    },
    60_000,
  );
});
