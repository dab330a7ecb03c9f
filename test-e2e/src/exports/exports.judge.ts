// Judges: services packages
// What is exported in the hands of other people's tools: every archive of the corpus goes in and comes out again, record
// by record; py-wacz, bagit, warcio and jwarc find nothing wrong in what comes out.
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import {
  corpus,
  describeWithCorpus,
  describeWithTool,
  type ImportStatus,
  type RepositoryClient,
  temporaryFolder,
  testDatabase,
} from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { installedJwarc } from '../independent-readers/installed-jwarc.ts';
import { startRepository } from '../support/repository-server.ts';
import { gzipMembers } from './gzip-members.ts';
import { installedValidators } from './installed-validators.ts';

const run = promisify(execFile);

/** Compressed record by record, and sound but for single records. */
const archives = [
  'made/methods.warc.gz',
  'pywb/dupes.warc.gz',
  'pywb/example-url-agnostic-orig.warc.gz',
  'pywb/example-url-agnostic-revisit.warc.gz',
  'pywb/example-wget-1-14.warc.gz',
  'pywb/example-wpull.warc.gz',
  'pywb/example.warc.gz',
  'pywb/example2.warc.gz',
  'pywb/httpbin-resource.warc.gz',
  'pywb/iana.warc.gz',
  'pywb/post-test.warc.gz',
  'warcio/example-resource.warc.gz',
  'warcio/example-space-in-target-uri.warc.gz',
  'warcio/example-wget-bad-target-uri.warc.gz',
  'warcio/example.warc.gz',
];

/** Not compressed, and sound. */
const plain = ['warcio/example.warc', 'warcio/example-iana.org-chunked.warc'];

let client: RepositoryClient;
let folder: string;
const statuses = new Map<string, ImportStatus[]>();

beforeAll(async () => {
  if (!corpus.available) return;
  folder = await temporaryFolder();
  const { url: databaseUrl } = await testDatabase();
  ({ client } = await startRepository({ databaseUrl, objectStore: `fs:${folder}/store` }));
  await mkdir(join(folder, 'out'));
  for (const archive of [...archives, ...plain]) {
    const input = createReadStream(corpus.path(`warcs/${archive}`));
    const answer = await client.importArchive(input, { auid: archive, storeDuplicate: true });
    statuses.set(archive, answer.statuses);
  }
}, 60_000);

/** A file with the export. */
async function exported(kind: 'warc.gz' | 'wacz' | 'tar', archive: string): Promise<string> {
  const file = join(folder, 'out', `${basename(archive, '.warc.gz')}.${kind}`);
  await writeFile(file, await client.bytes(`/exports/default.${kind}`, { auid: archive }));
  return file;
}

describeWithCorpus('every archive of the corpus', () => {
  it.each(archives)('comes out of its AU as it went in: %s', async (archive) => {
    const before = gzipMembers(await readFile(corpus.path(`warcs/${archive}`)));
    const after = gzipMembers(await readFile(await exported('warc.gz', archive)));
    const refused = new Set(
      statuses.get(archive)!.flatMap(({ status, offset }) => (status === 'ERROR' ? [offset] : [])),
    );
    const kept = before.filter(({ offset }) => !refused.has(offset));
    const nameOf = ({ content }: { content: Buffer }) => content.toString('latin1', 0, 200);
    const own = new Set(before.map(({ bytes }) => bytes.toString('latin1')));
    // The original of a revisit may come from another AU.
    const ours = after.filter(({ bytes }) => own.has(bytes.toString('latin1')));
    expect(ours.map(nameOf).sort()).toEqual(kept.map(nameOf).sort());
    const elsewhere = after.filter((member) => !ours.includes(member));
    expect(elsewhere.length).toBe(archive.endsWith('-revisit.warc.gz') ? 1 : 0);
  });

  it.each(plain)('comes out as members of its very records: %s', async (archive) => {
    const records = gzipMembers(await readFile(await exported('warc.gz', archive)));
    const file = await readFile(corpus.path(`warcs/${archive}`));
    expect(records.filter(({ content }) => !file.includes(content))).toEqual([]);
    expect(records.reduce((sum, { content }) => sum + content.length, 0)).toBe(file.length);
  });
});

describeWithTool(
  corpus.available ? await installedValidators() : { missing: 'the corpus is not there' },
  'other validators',
  (python) => {
    it('py-wacz finds a WACZ valid', async () => {
      const file = await exported('wacz', 'pywb/iana.warc.gz');
      const { stdout } = await run(python, ['-m', 'wacz.main', 'validate', '-f', file]);
      expect(stdout).toMatch(/Valid/);
      expect(stdout).not.toMatch(/invalid|error|fail/i);
    }, 60_000);

    it('bagit finds a bag valid', async () => {
      const file = await exported('tar', 'pywb/iana.warc.gz');
      await run('tar', ['-xf', file, '-C', join(folder, 'out')]);
      const { stderr } = await run(python, ['-m', 'bagit', '--validate', join(folder, 'out', 'default-bag')]);
      expect(stderr).toContain('is valid');
    }, 60_000);

    it('warcio finds nothing wrong in a WARC file', async () => {
      const files = await Promise.all(
        ['pywb/iana.warc.gz', 'made/methods.warc.gz'].map((one) => exported('warc.gz', one)),
      );
      const { stdout } = await run(python, ['-m', 'warcio.cli', 'check', ...files]);
      expect(stdout).not.toMatch(/fail/i);
    }, 60_000);
  },
);

const jwarc = corpus.available ? await installedJwarc() : { missing: 'the corpus is not there' };
if ('missing' in jwarc) process.stderr.write(`NOT RUN: "jwarc validates exports": ${jwarc.missing}.\n`);

describe('jwarc', () => {
  const itWith = 'jar' in jwarc ? it : it.skip;
  itWith(
    'validates WARC files',
    async () => {
      const files = await Promise.all(
        ['pywb/iana.warc.gz', 'made/methods.warc.gz'].map((one) => exported('warc.gz', one)),
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
