// Compares CDX responses of this service with golden responses of pywb's CDX server. One set of queries uses synthetic
// captures. The other set consists of the queries in pywb's documentation, with the real captures used there. Every
// query must return the same captures in the same order. If pywb reports a capture as a revisit, only its key, time,
// URL and digest are compared, because this service reports it as a response with a record of its own.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { corpus, describeWithCorpus, findFixture } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';

interface GoldenQuery {
  params: Record<string, string | number | boolean | string[]>;
  expected_lines: string[];
}

interface CorpusQuery extends GoldenQuery {
  note: string;
  sources: string[];
}

// Archives for each source of queries. Originals come before their revisits.
const files: Record<string, string[]> = {
  iana: ['iana'],
  'dupes-iana': ['iana', 'dupes'],
  all: [
    'iana',
    'dupes',
    'example',
    'example-url-agnostic-orig',
    'example-url-agnostic-revisit',
    'example-wget-1-14',
    'example-wpull',
    'example2',
    'post-test',
  ],
};

// Queries that are skipped, each with the reason. Other tests cover them. In this service, a revisit has the status of
// its original, as with pywb's resolveRevisits.
const notAsked: Record<string, string> = {
  'filter=statuscode:200': 'expects revisits to have no status',
  'collapseTime=11': 'expects revisits to have no status',
};

describe('queries about captures of our own', () => {
  const queries = readFileSync(findFixture('golden/cdx-queries.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as GoldenQuery);
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({
      REPLAY_CDXB_NOT_FOUND_STATUS: '200',
      REPLAY_FILTER_DIALECT: 'outbackcdx',
    });
    const archive = await readFile(findFixture('warcs/captures.warc.gz'));
    const { statuses } = await service.client.importArchive(archive, { auid: 'own' });
    expect(statuses.map(({ status }) => status)).toEqual(Array.from({ length: 13 }, () => 'OK'));
  });

  it('are all there', () => {
    expect(queries).toHaveLength(22);
  });

  it('find nothing with the status and in the form that are set', async () => {
    const texts = { cdx: '', cdxj: '', json: '', jsondict: '[]\n', jsonarray: '[["urlkey"]]\n' };
    for (const [output, text] of Object.entries(texts)) {
      const query = { url: 'http://none.example/', fl: 'urlkey', output };
      const answer = await service.client.get('/replay/cdxb/default', query);
      expect([answer.status, await answer.text()]).toEqual([200, text]);
    }
  });

  it.each(queries.map((query) => ({ ...query, text: JSON.stringify(query.params) })))(
    '$text',
    async (query) => {
      const asked = { ...query, params: { filterDialect: 'pywb', ...query.params } };
      expect(await answerTo(service, 'default', asked)).toEqual(expectedOf(query));
    },
  );
});

describeWithCorpus('the queries of the golden file', () => {
  const queries = readFileSync(corpus.path('golden/cdx-queries.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as CorpusQuery);
  const asked = queries.filter(({ params }) => !Object.keys(notAsked).some((text) => isPart(params, text)));
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    for (const [namespace, names] of Object.entries(files)) {
      for (const name of names) {
        const archive = await readFile(corpus.path(`warcs/pywb/${name}.warc.gz`));
        await service.client.importArchive(archive, { auid: 'golden', namespace, storeDuplicate: true });
      }
    }
  });

  it('are all there', () => {
    expect([queries.length, asked.length]).toEqual([17, 15]);
  });

  it('filter by the status of the original what pywb has as a revisit without one', async () => {
    const query = { url: 'http://iana.org/_css/2013.1/screen.css', filter: 'statuscode:200' };
    const response = await service.client.get('/replay/cdxb/iana', query);
    const found = (await response.text()).trimEnd().split('\n');
    const golden = queries.find(({ params }) => isPart(params, 'filter=statuscode:200'))!.expected_lines;
    expect(comparable(found[0]!, golden[0])).toBe(comparable(golden[0]!, golden[0]));
    const own = await service.client.get('/replay/cdxb/iana', { url: query.url });
    expect(found).toEqual((await own.text()).trimEnd().split('\n'));
  });

  it('collapse by time and status as pywb does when it resolves revisits', async () => {
    const query = { url: 'http://iana.org/_css/2013.1/screen.css', collapseTime: 11, fl: 'timestamp' };
    const response = await service.client.get('/replay/cdxb/iana', query);
    expect(await response.text()).toBe('20140126200625\n20140126201054\n');
  });

  it.each(asked.map((query) => ({ ...query, text: JSON.stringify(query.params) })))('$text', async (query) =>
    expect(await answerTo(service, namespaceOf(query), query)).toEqual(expectedOf(query)),
  );
});

/** Returns the comparable fields of the response lines. */
async function answerTo(service: TestService, namespace: string, query: GoldenQuery): Promise<string[]> {
  const response = await service.client.get(`/replay/cdxb/${namespace}?${parameters(query)}`);
  const body = await response.text();
  expect([200, 404]).toContain(response.status);
  const lines = response.status === 404 || body === '' ? [] : body.trimEnd().split('\n');
  return lines.map((line, at) => comparable(line, query.expected_lines[at]));
}

function expectedOf({ expected_lines: lines }: GoldenQuery): string[] {
  return lines.map((line) => comparable(line, line));
}

function isPart(params: GoldenQuery['params'], text: string): boolean {
  const [name, value] = text.split('=');
  return String(params[name!]) === value;
}

function namespaceOf({ sources }: CorpusQuery): string {
  if (sources.some((source) => source.endsWith('/'))) return 'all';
  return sources.length > 1 ? 'dupes-iana' : 'iana';
}

function parameters({ params }: GoldenQuery): string {
  const all = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const one of [value].flat()) all.append(name, String(one));
  }
  return all.toString();
}

function comparable(line: string, expected = ''): string {
  const columns = line.split(' ');
  if (columns.length === 1) return line;
  const [key, time, url, mime, status, digest, , , length] = columns;
  const isRevisit = expected.includes(' warc/revisit ');
  const isResolved = expected.split(' ').length === 14 && !expected.endsWith('- - -');
  if (isRevisit) return [key, time, url, digest].join(' ');
  return [key, time, url, mime, status, digest, isResolved ? '' : length].join(' ');
}
