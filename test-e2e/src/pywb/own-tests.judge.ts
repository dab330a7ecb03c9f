// Covers: services packages
// Runs pywb's own tests on Holdfast's index and archives. All tests must pass, except for the listed failures, each of
// which has a reason.
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import {
  corpus,
  createTemporaryFolder,
  createTestDatabase,
  describeWithTool,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { readNetrc } from '../replay/replay-page.ts';
import { createReplayUsersFile } from '../replay/replay-user.ts';
import { startRepository } from '../support/repository-server.ts';
import { installTestPywb, runOwnTests, unpackPywbSources } from './pywb-tests.ts';

const password = 'a:b@c/d%e';

/** Archives in pywb's test indexes, by namespace. Archives with originals precede archives with their revisits. */
const archives = {
  cdx: [
    'iana.warc.gz',
    'dupes.warc.gz',
    'example-extra.warc',
    'example.warc.gz',
    'example.arc',
    'example.arc.gz',
    'httpbin-resource.warc.gz',
    'missing-status-text.warc',
    'post-test.warc.gz',
    'example-url-agnostic-orig.warc.gz',
    'example-url-agnostic-revisit.warc.gz',
  ],
  cdxj: [
    'iana.warc.gz',
    'dupes.warc.gz',
    'example.warc.gz',
    'example2.warc.gz',
    'post-test.warc.gz',
    'example-url-agnostic-orig.warc.gz',
    'example-url-agnostic-revisit.warc.gz',
  ],
};

const names = 'it asks for the names of the files that were uploaded, and an artifact has a name of its own';
const revisits =
  'it asks for lines of warc/revisit, and every capture here is complete: none is to be resolved';
const missing = 'its index has lines for records that no archive holds, and every line here has its record';

/** Tests that fail on Holdfast, with the number of failures and the reason. */
const exceptions: Record<string, [times: number, because: string]> = {
  'test_cdx_server_app::test_filters_1': [1, names],
  'test_cdx_server_app::test_filters_3': [1, names],
  'test_cdx_server_app::test_limit': [1, revisits],
  'test_cdx_server_app::test_resolveRevisits': [
    1,
    'pywb adds a column of its own to the lines of other servers',
  ],
  'test_cdx_server_app::test_resolveRevisits_orig_fields': [1, names],
  'test_integration::test_cdx_server_advanced': [1, names],
  'test_integration::test_cdx_server_filters': [1, names],
  'test_integration::test_missing_revisit_no_other': [2, missing],
  'test_integration::test_not_existent_warc_no_other': [2, missing],
  'test_memento::test_timemap_cdxj': [2, names],
};

const tool = corpus.available ? await installTestPywb() : { missing: 'the corpus is not there' };

describeWithTool(tool, "pywb's own tests", (python) => {
  it('pass with us behind it', async () => {
    const sources = await unpackPywbSources(python);
    const { url } = await startPywbRepository();
    const index = (namespace: string) =>
      `{type: cdx, api_url: "${url}/replay/cdxb/${namespace}?url={url}&closest={closest}&sort=closest", replay_url: ""}`;
    const { passed, failed } = await runOwnTests({
      python,
      sources,
      files: ['test_integration', 'test_memento', 'test_range', 'test_redirects', 'test_cdx_server_app'],
      netrc: readNetrc(password),
      paths: {
        './sample_archive/cdx/': index('cdx'),
        'index_paths: ./sample_archive/cdxj/': `index: ${index('cdxj')}`,
        './sample_archive/warcs/': `${url}/replay/warcs/`,
      },
    });
    const expected = Object.entries(exceptions).flatMap(([name, [times]]) =>
      Array.from({ length: times }, () => name),
    );
    expect(failed).toEqual(expected.sort());
    expect(passed + failed.length).toBe(171);
  }, 180_000);
});

async function startPywbRepository(): Promise<TestRepositoryClient> {
  const { url: databaseUrl } = await createTestDatabase();
  const objectStore = `fs:${await createTemporaryFolder()}`;
  const env = { USERS_FILE: await createReplayUsersFile(password), REPLAY_CDXB_NOT_FOUND_STATUS: '200' };
  const { client } = await startRepository({ databaseUrl, objectStore, env });
  for (const [namespace, names] of Object.entries(archives)) {
    for (const name of names) {
      const archive = replaceArcUrls(name, await readFile(corpus.path(`warcs/pywb/${name}`)));
      await client.importArchive(archive, { auid: name, namespace, storeDuplicate: true });
    }
  }
  return client;
}

/** Changes the URLs in two ARC files to the URLs under which pywb's index lists their captures. */
function replaceArcUrls(name: string, archive: Buffer): Buffer {
  const host = { 'example.arc': 'arc.test.example.com', 'example.arc.gz': 'arc.gz.test.example.com' }[name];
  if (host === undefined) return archive;
  const plain = name.endsWith('.gz') ? gunzipSync(archive) : archive;
  return Buffer.from(
    plain.toString('latin1').replace('\nhttp://example.com/ ', `\nhttp://${host}/ `),
    'latin1',
  );
}
