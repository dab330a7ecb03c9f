// GET /search: results by part of a URL, UUID, digest and AUID, and the reason in the response if there are none.
import { createHash } from 'node:crypto';
import type { ContentSearchResult } from '@holdfast/api-types';
import { openDatabase } from '@holdfast/pg-kit';
import { addCleanup } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { deleteArtifact, setCommitted } from '../../../src/index/aus/change-artifact.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { onIndex } from '../../index/on-index.ts';
import { startTestService, type TestService } from '../../service.ts';
import { until } from '../../until.ts';
import { ask, readProblem } from '../artifacts/ask.ts';
import { plainHead, store } from '../artifacts/captures.ts';
import type { Query } from '../aus/pages.ts';

const auid = 'org|example|plugin|P&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F';
const cyrillic = 'http://xn--80ak6aa92e.example/%D0%B6%D1%83%D1%80%D0%BD%D0%B0%D0%BB/1';
const long = `http://www.example.org/long/${'x'.repeat(8_000)}`;
const paths = [
  'http://www.example.org/journal/volume-7',
  'http://www.example.org/journal/volume-7/article_1',
  'http://www.example.org/journal/volume-7/articleX1',
  'http://www.example.org/100%25sure',
  'http://www.example.org/100%2ysure',
  'https://other.example/journal/VOLUME-7?page=2',
  'http://sub.www.example.org/journal',
  cyrillic,
  long,
  'http://gone.example/deleted',
  'http://gone.example/uncommitted',
];
/** Short poll interval, because new URLs are found only after a poll. */
const POLL_EVERY_MS = 50;
let service: TestService;
let uuids: Map<string, string>;

const search = async (q: string, query: Query = {}): Promise<ContentSearchResult> => {
  const { status, body } = await ask(service.client, '/search', { query: { q, ...query } });
  if (status !== 200) throw new Error(`${status} ${body}`);
  return JSON.parse(body.toString()) as ContentSearchResult;
};
const found = async (q: string, query: Query = {}) => (await search(q, query)).captures.map(({ uri }) => uri);
const isComplete = async () => {
  const { urls } = await search('nothing at all');
  return urls.state === 'ready' && urls.queued === 0;
};

beforeAll(async () => {
  service = await startTestService({ URL_SEARCH: 'pages' }, POLL_EVERY_MS);
  const pages = paths.map((url) => ({ url, head: plainHead, body: url }));
  const image = {
    url: 'http://www.example.org/journal/picture',
    head: 'HTTP/1.1 200 OK\r\nContent-Type: image/png',
  };
  const ids = await store(service.client, [...pages, image], { auid });
  uuids = new Map(ids.map((id, at) => [paths[at] ?? image.url, id]));
  const newer = { url: paths[0]!, head: plainHead, body: 'newer' };
  uuids.set('newer', (await store(service.client, [newer], { auid }))[0]!);
  await until(isComplete);
  const database = openDatabase<IndexSchema>({
    url: service.databaseUrl,
    applicationName: 'test',
    onError: () => undefined,
  });
  addCleanup(() => database.close());
  await deleteArtifact(database.kysely, uuids.get('http://gone.example/deleted')!);
  await setCommitted(database.kysely, uuids.get('http://gone.example/uncommitted')!, false);
});

describe('part of a URL', () => {
  it.each<[string, string[]]>([
    ['volume-7/article_1', [paths[1]!]],
    ['ARTICLEx', [paths[2]!]],
    ['100%25', [paths[3]!]],
    ['olume-7', [paths[0]!, paths[5]!, paths[2]!, paths[1]!]],
    ['http://www.example.org/journal/volume-7/', [paths[2]!, paths[1]!]],
    ['www.example.org/journal', [paths[0]!, paths[2]!, paths[1]!, paths[6]!]],
    ['журнал', [cyrillic]],
    ['ж', [cyrillic]],
    ['http://www.example.org/long/xxx', [long]],
    ['picture', []],
    ['www.example.org/journal/pict', ['http://www.example.org/journal/picture']],
    ['gone.example', []],
    ['\\%_\'"', []],
  ])('%s finds %j', async (q, expected) => {
    expect(await found(q)).toEqual(expected);
    expect((await search(q)).query).toEqual({ kind: 'url', text: q });
  });

  it('finds the latest capture with its properties', async () => {
    const [capture] = (await search('journal/volume-7', { limit: 1 })).captures;
    expect(capture).toEqual({
      namespace: 'default',
      uuid: uuids.get('newer'),
      auid,
      uri: paths[0],
      version: 2,
      collectionDate: Date.parse('2020-02-20T20:20:20Z'),
      httpStatus: 200,
      mediaType: 'text/html',
      contentLength: 5,
      captures: 2,
    });
  });

  it('with a scheme is first compared with the start of URLs', async () => {
    const { captures, urls } = await search('http://www.example.org/journal/volume-7/');
    expect(captures.map(({ uri }) => uri)).toEqual([paths[2], paths[1]]);
    expect(urls.match).toBe('start');
    const other = await search('https://www.example.org/journal/volume-7/');
    expect(other.captures.map(({ uri }) => uri)).toEqual([paths[2], paths[1]]);
    expect(other.urls.match).toBe('part');
  });

  it('can match more URLs than the limit, and the response says so', async () => {
    expect(await search('example', { limit: 2 })).toMatchObject({ more: true, captures: [{}, {}] });
    expect(await search(' olume-7 ')).toMatchObject({ more: false, urls: { match: 'part', mode: 'pages' } });
  });

  it('is compared with the start of URLs if it has too few letters', async () => {
    const { captures, urls } = await search('s');
    expect([captures.map(({ uri }) => uri), urls.match]).toEqual([
      ['http://sub.www.example.org/journal'],
      'start',
    ]);
  });

  it('is not searched in other namespaces', async () => {
    await store(service.client, [{ url: 'http://apart.example/', head: plainHead, body: 'x' }], {
      namespace: 'apart',
    });
    await until(async () => (await found('apart.ex', { namespace: 'apart' })).length === 1);
    expect(await found('apart.ex')).toEqual([]);
    expect(await found('apart.ex', { namespace: 'none' })).toEqual([]);
  });

  it('removes deleted URLs from the tables', async () => {
    await found('gone.example');
    const database = openDatabase<IndexSchema>({
      url: service.databaseUrl,
      applicationName: 'test',
      onError: () => undefined,
    });
    const { rows } = await onIndex(database)`select url from url_search where url like 'http://gone.%'`;
    await database.close();
    expect(rows).toEqual([{ url: 'http://gone.example/uncommitted' }]);
  });
});

describe('other texts', () => {
  it('a UUID finds its artifact', async () => {
    const uuid = uuids.get(paths[1]!)!;
    for (const q of [uuid, uuid.toUpperCase(), `urn:uuid:${uuid}`]) {
      expect(await search(q)).toMatchObject({ query: { kind: 'uuid' }, captures: [{ uuid }], more: false });
    }
  });

  it('a digest finds the artifacts with it', async () => {
    const q = createHash('sha256').update(paths[2]!).digest('hex');
    const expected = [{ uuid: uuids.get(paths[2]!) }];
    expect(await search(q)).toMatchObject({ query: { kind: 'digest' }, captures: expected, more: false });
    expect(await search(`SHA-256:${q}`)).toMatchObject({ captures: expected });
  });

  it('an AUID finds its AU', async () => {
    const { query, aus, captures } = await search(auid);
    expect([query.kind, aus, captures]).toEqual(['auid', [{ namespace: 'default', auid }], []]);
  });

  it.each(['0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61', 'a'.repeat(40), 'org|none|P&a~1'])(
    '%s, which nothing has, is searched in URLs',
    async (q) => {
      expect(await search(q)).toMatchObject({ query: { kind: 'url' }, captures: [], aus: [] });
    },
  );

  it.each<[Query, string]>([
    [{ q: '' }, 'q'],
    [{ q: '  ' }, 'q'],
    [{ q: 'a\0b' }, 'q'],
    [{ q: 'x'.repeat(2_001) }, 'q'],
    [{ q: 'x', limit: 51 }, 'limit'],
    [{ q: 'x', namespace: 'a/b' }, 'namespace'],
    [{}, 'q'],
  ])('%j is 400', async (query, named) => {
    const answer = await ask(service.client, '/search', { query });
    expect(readProblem(answer)).toMatchObject({ status: 400, detail: expect.stringContaining(named) });
  });
});

it('with URL_SEARCH=off, a text is compared with the start of URLs', async () => {
  const { client } = await startTestService({ URL_SEARCH: 'off' });
  await store(client, [{ url: 'http://www.example.org/journal', head: plainHead, body: 'x' }]);
  const answers = ['example.org/jour', 'journal'].map(async (q) => {
    const { body } = await ask(client, '/search', { query: { q } });
    return JSON.parse(body.toString()) as ContentSearchResult;
  });
  const [start, part] = await Promise.all(answers);
  expect(start).toMatchObject({
    captures: [{ uri: 'http://www.example.org/journal' }],
    urls: { state: 'off' },
  });
  expect(part).toMatchObject({ captures: [], urls: { match: 'start' } });
});
