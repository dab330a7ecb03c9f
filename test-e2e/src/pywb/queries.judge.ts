// Covers: services/repository-service packages/surt packages/warc packages/api-types packages/http-kit
// Sends the same CDX queries to pywb and to Holdfast, with the same archives: every parameter of pywb alone and in
// pairs. Each response of Holdfast must be equal or 400, or differ for one of the reasons listed here.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  corpus,
  createTemporaryFolder,
  createTestDatabase,
  describeWithTool,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startRepository } from '../support/repository-server.ts';
import { type PywbServer, startPywb } from './pywb-server.ts';
import { installTestPywb, unpackPywbSources } from './pywb-tests.ts';

type Parameters = Readonly<Record<string, string>>;

const exact = 'http://www.iana.org/_css/2013.1/fonts/OpenSans-Bold.ttf';
const prefix = 'http://www.iana.org/domains/';

/** Every query parameter with the values to try. */
const asked: readonly Parameters[] = [
  { matchType: 'prefix' },
  { matchType: 'host' },
  { matchType: 'domain' },
  { limit: '2' },
  { sort: 'reverse' },
  { reverse: 'true' },
  { reverse: '0' },
  { closest: '20140126200826' },
  { closest: '20140126200826', sort: 'closest' },
  { from: '20140126200700' },
  { to: '201401262008' },
  { collapseTime: '11' },
  { filter: '=status:200' },
  { filter: '!mime:html' },
  { filter: '~url:.*\\.ttf$' },
  { filter: '!~mime:text/.*' },
  { filter: 'timestamp:201401262012' },
  { fields: 'timestamp,url' },
  { fl: 'urlkey,timestamp' },
  { limit: '', closest: '', from: '', to: '' },
];

const parameterPairs = asked.flatMap((one, at) => [
  one,
  ...asked.slice(at + 1).map((other) => ({ ...one, ...other })),
]);

/** Queries for which Holdfast may return the lines in another order than pywb, with the reason. */
const differences: readonly Difference[] = [
  {
    has: ({ sort, closest }) => sort === 'reverse' && Boolean(closest),
    because:
      'closest is used when sort is closest, as the interface document says; pywb sorts by it whatever the sort',
  },
  {
    has: ({ matchType, closest }) => matchType !== undefined && Boolean(closest),
    because:
      'of captures of several URLs that are equally near the earlier comes first; in pywb, that of the first URL',
  },
];

interface Difference {
  has(query: Parameters): boolean;
  readonly because: string;
}

const tool = corpus.available ? await installTestPywb() : { missing: 'the corpus is not there' };

describeWithTool(tool, "queries that pywb's CDX server answers", (python) => {
  let client: TestRepositoryClient;
  let server: PywbServer;

  beforeAll(async () => {
    const sources = await unpackPywbSources(python);
    const paths = join(sources, 'sample_archive/cdx/iana.cdx');
    const config = `collections:\n  own:\n    index_paths: ${paths}\n    archive_paths: ${sources}\n`;
    [client, server] = await Promise.all([startIanaRepository(), startPywb({ python, config, netrc: '' })]);
  }, 120_000);
  afterAll(() => server?.stop());

  it.each([exact, prefix])(
    'are answered alike: %s',
    async (url) => {
      const answers = { alike: 0, 'in another order': 0, refused: 0 };
      const found: string[] = [];
      for (const parameters of url === exact ? parameterPairs : asked) {
        const query = { url, ...parameters, output: 'json' };
        const theirs = { ...query, resolveRevisits: 'true', allowFuzzy: 'false' };
        const expected = selectComparableColumns(
          (await server.get(`/own/cdx?${new URLSearchParams(theirs)}`)).body.toString(),
        );
        const answer = await client.get('/replay/cdxb/default', query);
        const own = selectComparableColumns(answer.status === 200 ? await answer.text() : '');
        if (answer.status === 400) answers.refused += 1;
        else if (own.join() === expected.join()) answers.alike += 1;
        else if (differences.some(({ has }) => has(query)) && own.sort().join() === expected.sort().join())
          answers['in another order'] += 1;
        else
          found.push(
            `${JSON.stringify(query)}: ${answer.status}, ${own.length} lines, not ${expected.length}`,
          );
      }
      expect(found).toEqual([]);
      expect(answers).toEqual(
        url === exact
          ? { alike: 202, 'in another order': 5, refused: 3 }
          : { alike: asked.length, 'in another order': 0, refused: 0 },
      );
    },
    120_000,
  );
});

/** Keeps only the comparable columns: record positions differ, and pywb omits empty values. */
function selectComparableColumns(body: string): string[] {
  const names = ['urlkey', 'timestamp', 'url', 'mime', 'status', 'digest'];
  const lines = body.split('\n').filter(Boolean);
  return lines.map((line) => {
    const values = JSON.parse(line) as Record<string, string>;
    return names.map((name) => values[name] ?? '-').join(' ');
  });
}

async function startIanaRepository(): Promise<TestRepositoryClient> {
  const { url: databaseUrl } = await createTestDatabase();
  const objectStore = `fs:${await createTemporaryFolder()}`;
  const env = { REPLAY_CDXB_NOT_FOUND_STATUS: '200' };
  const { client } = await startRepository({ databaseUrl, objectStore, env });
  const archive = await readFile(corpus.path('warcs/pywb/iana.warc.gz'));
  await client.importArchive(archive, { auid: 'iana', storeDuplicate: true });
  return client;
}
