// Pages of both artifact listings: exact order, valid links, tamper-proof tokens, and changes while the pages are read.
import { openDatabase } from '@holdfast/pg-kit';
import { addCleanup, type ListedArtifact } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { deleteArtifact } from '../../../src/index/aus/change-artifact.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { startTestService, type TestService } from '../../service.ts';
import { ask, readProblem } from '../artifacts/ask.ts';
import { createAuid, plainHead, store } from '../artifacts/captures.ts';
import { inListingOrder, type Page, readAllPages, readFirstPage, readPageAt } from './pages.ts';

// URLs with `/` and with the lowest and highest bytes, and URLs longer than an index entry.
const urls = [
  'http://a',
  'http://a/',
  'http://a/b',
  'http://a/b/c',
  'http://a/b!',
  'http://a/b-c',
  'http://a/b%2Fc',
  'http://a/b\x7f',
  'http://a/b\x01c',
  'http://a/b\x02c',
  'http://a/ä',
  'http://a/\u{10ffff}',
  'http://a/\ud7ff',
  'http://a/\uffee',
  `http://a/${'x'.repeat(600)}/b`,
  `http://a/${'x'.repeat(600)}b`,
  `http://a/${'x'.repeat(600)}`,
  'urn:x',
];
const auids = ['one&b~1', 'one&b~10', 'One&b~1'];
const auPath = (auid: string) => `/aus/${encodeURIComponent(auid)}/artifacts`;
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  for (const auid of auids) {
    const versions = ['1', '2', '3'].flatMap((body) => urls.map((url) => ({ url, head: plainHead, body })));
    await store(service.client, versions, { auid });
  }
});

const identity = ({ auid, uri, version }: ListedArtifact) => `${uri} ${auid} ${version}`;

describe.each([
  ['an AU', auPath(auids[0]!), { version: 'all' }, urls.length * 3],
  ['the latest of an AU', auPath(auids[0]!), {}, urls.length],
  ['a prefix of an AU', auPath(auids[0]!), { version: 'all', urlPrefix: 'http://a/b' }, 8 * 3],
  ['a URL of an AU', auPath(auids[0]!), { version: 'all', url: 'http://a/b/c' }, 3],
  ['a namespace', '/artifacts', {}, urls.length * 9],
  ['the latest of a namespace', '/artifacts', { versions: 'latest' }, urls.length * 3],
  ['a prefix of a namespace', '/artifacts', { urlPrefix: `http://a/${'x'.repeat(550)}` }, 3 * 9],
  ['a URL of a namespace', '/artifacts', { url: 'http://a/b/c' }, 9],
])('the artifacts of %s', (_name, path, query, count) => {
  it('come in their order, whatever the size of a page', async () => {
    const [whole] = await readAllPages(service.client, path, query);
    expect(whole!.items).toHaveLength(count);
    expect(whole!.items).toEqual([...whole!.items].sort(inListingOrder));
    expect(new Set(whole!.items.map(identity)).size).toBe(count);
    for (const limit of [1, 2, 3, 7, count - 1, count, count + 1].filter(
      (size) => size > 0 && count / size < 25,
    )) {
      const pages = await readAllPages(service.client, path, { ...query, limit });
      expect(pages.flatMap(({ items }) => items.map(identity))).toEqual(whole!.items.map(identity));
      expect(pages.map(({ items }) => items.length)).toEqual(
        Array.from({ length: Math.ceil(count / limit) }, (_, i) => Math.min(limit, count - i * limit)),
      );
      expect(new Set(pages.map(({ pageInfo }) => pageInfo.totalCount))).toEqual(new Set([count]));
    }
  });
});

describe('a limit', () => {
  it('is 1,000 unless given and 2,000 at most, as the settings say', async () => {
    const small = await startTestService({ PAGE_SIZE_DEFAULT: '3', PAGE_SIZE_MAX: '5' });
    const captures = urls.map((url) => ({ url, head: plainHead, body: 'x' }));
    await store(small.client, captures, { auid: auids[0]! });
    const sizes = [undefined, 4, 5, 6, 2_000_000_000].map(async (limit) => {
      return (await readFirstPage(small.client, auPath(auids[0]!), { limit })).pageInfo.resultsPerPage;
    });
    expect(await Promise.all(sizes)).toEqual([3, 4, 5, 5, 5]);
  });

  it.each(['0', '-1', 'x', '1.5', '', '1e3', ' 1', '99999999999999999999'])(
    'is 400 when %j',
    async (limit) => {
      for (const path of ['/artifacts', auPath(auids[0]!), '/aus']) {
        const answer = await ask(service.client, path, { query: { limit } });
        expect(readProblem(answer)).toMatchObject({ status: 400, detail: expect.stringContaining('limit') });
      }
    },
  );

  it('may change from page to page', async () => {
    const { items, pageInfo } = await readFirstPage(service.client, '/artifacts', { limit: 5 });
    const { continuationToken } = pageInfo;
    const next = await readFirstPage(service.client, '/artifacts', { limit: 20, continuationToken });
    const whole = await readFirstPage(service.client, '/artifacts', { limit: 25 });
    expect([...items, ...next.items]).toEqual(whole.items);
  });
});

describe('a token', () => {
  const tokenOf = async (path: string, query = {}) =>
    (await readFirstPage(service.client, path, { limit: 2, ...query })).pageInfo.continuationToken!;
  const statusWith = async (path: string, query: Record<string, string>) =>
    (await ask(service.client, path, { query })).status;

  it('is 400 when any of its characters is changed, or it is cut or longer', async () => {
    const path = auPath(auids[0]!);
    const token = await tokenOf(path);
    expect(await statusWith(path, { continuationToken: token })).toBe(200);
    const step = Math.ceil(token.length / 25);
    for (let at = 0; at < token.length; at += step) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      expect([at, await statusWith(path, { continuationToken: changed })]).toEqual([at, 400]);
      if (at > 0) expect(await statusWith(path, { continuationToken: token.slice(0, at) })).toBe(400);
    }
    for (const wrong of [`${token}A`, ` ${token}`, 'x', '%', '../../../src', "' or 1=1"]) {
      expect([wrong, await statusWith(path, { continuationToken: wrong })]).toEqual([wrong, 400]);
    }
  });

  it('is 400 with any other parameter than those it was given with', async () => {
    const path = auPath(auids[0]!);
    const continuationToken = await tokenOf(path, { version: 'all' });
    const of = (wrongPath: string, query: Record<string, string>) =>
      statusWith(wrongPath, { ...query, continuationToken });
    expect(await of(path, { version: 'all' })).toBe(200);
    const others = [
      of(path, {}),
      of(path, { version: 'latest' }),
      of(path, { version: 'all', includeUncommitted: 'true' }),
      of(path, { version: 'all', urlPrefix: '' }),
      of(path, { version: 'all', urlPrefix: 'http://a/' }),
      of(path, { version: 'all', url: 'http://a/' }),
      of(auPath(auids[1]!), { version: 'all' }),
      of('/artifacts', { versions: 'all' }),
      of('/aus', {}),
    ];
    expect(await Promise.all(others)).toEqual(others.map(() => 400));
  });

  it('that is empty means the first page', async () => {
    const query = { limit: 2, continuationToken: '' };
    const { items } = await readFirstPage(service.client, '/artifacts', query);
    expect(items).toEqual((await readFirstPage(service.client, '/artifacts', { limit: 2 })).items);
  });

  it('is made of characters that a URL takes as they are', async () => {
    expect(await tokenOf('/artifacts')).toMatch(/^[A-Za-z0-9_-]+$/);
  });
});

describe('a listing that changes while it is read', () => {
  it('neither repeats nor skips what is there all the time, and counts as it began', async () => {
    const database = openDatabase<IndexSchema>({
      url: service.databaseUrl,
      applicationName: 'test',
      onError: () => undefined,
    });
    addCleanup(() => database.close());
    const auid = createAuid();
    const put = (names: string[]) =>
      store(
        service.client,
        names.map((name) => ({ url: `http://a/${name}`, head: plainHead, body: name })),
        { auid },
      );
    const even = Array.from({ length: 20 }, (_, i) => String(100 + 2 * i));
    const uuids = await put(even);
    const seen: string[] = [];
    let turn = 0;
    for (let link: string | undefined = `${service.client.url}${auPath(auid)}?limit=3`; link; turn++) {
      const { items, pageInfo }: Page<ListedArtifact> = await readPageAt(service.client, link);
      expect(pageInfo.totalCount).toBe(20);
      seen.push(...items.map(({ uri }) => uri.replace('http://a/', '')));
      // Inserts artifacts before and after the position of the next page, and deletes the artifact at this position.
      await put([String(101 + 6 * turn), String(139 - 2 * turn)]);
      const last = even.indexOf(seen.at(-1)!);
      if (last >= 0) await deleteArtifact(database.kysely, uuids[last]!);
      link = pageInfo.nextLink;
    }
    expect(turn).toBeGreaterThan(6);
    expect(seen.filter((name) => even.includes(name))).toEqual(even);
    expect(seen).toEqual([...new Set(seen)].sort());
  });
});
