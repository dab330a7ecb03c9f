// Very long URLs and URLs with unusual characters are stored unchanged, found by url and urlPrefix, and listed page by
// page.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { ask } from '../artifacts/ask.ts';
import { createAuid, plainHead, store } from '../artifacts/captures.ts';
import { inListingOrder, readAllPages, readFirstPage } from './pages.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

async function storedAs(urls: readonly string[]): Promise<string> {
  const auid = createAuid();
  await store(
    service.client,
    urls.map((url) => ({ url, head: plainHead, body: 'x' })),
    { auid },
  );
  return auid;
}

const listingsOf = (auid: string): [string, Record<string, string>][] => [
  [`/aus/${encodeURIComponent(auid)}/artifacts`, {}],
  ['/artifacts', {}],
];

describe('a URL that is odd', () => {
  it.each([
    'http://a/with space/and  two',
    'http://ä.example/ö?ü=\u{1f600}',
    'http://a/%2F%2f%252F%',
    'http://a/"quotes"\'and\\slashes',
    "http://a/'; drop table artifact; --",
    'http://a/%_%%__',
    'http://a/?a=b&c=d&continuationToken=x&limit=0#fragment',
    'http://a/+plus+',
    'http://a/<script>',
    'http://a/e\u0301 and \u00e9',
    'http://a/\u202e\u200b',
    'not a URL',
    '/',
    '*',
    'urn:uuid:x',
  ])('%s is found by itself and by its beginning', async (url) => {
    const auid = await storedAs([url]);
    for (const [path] of listingsOf(auid)) {
      const beginning = Array.from(url).slice(0, -1).join('');
      for (const query of [{ url }, { urlPrefix: url }, { urlPrefix: beginning }]) {
        const pages = await readAllPages(service.client, path, query);
        const found = pages.flatMap(({ items }) => items).filter((artifact) => artifact.auid === auid);
        expect([path, query, found.map(({ uri }) => uri)]).toEqual([path, query, [url]]);
      }
    }
  });
});

describe('URLs of 40,000 and more characters', () => {
  const long = `http://a/${'long/'.repeat(8_000)}`;
  const urls = [
    long,
    `${long}a`,
    `${long}b`,
    `${long.slice(0, -1)}-`,
    `${'http://b/'}${'x'.repeat(65_536 - 9)}`,
  ];

  it('are found by url and by urlPrefix', async () => {
    const auid = await storedAs(urls);
    for (const [path] of listingsOf(auid)) {
      for (const url of urls) {
        const { items } = await readFirstPage(service.client, path, { url });
        expect(items.map(({ uri }) => uri === url)).toEqual([true]);
      }
      const { items, pageInfo } = await readFirstPage(service.client, path, { urlPrefix: long });
      expect([items.map(({ uri }) => uri.slice(40_009)), pageInfo.totalCount]).toEqual([['', 'a', 'b'], 3]);
    }
  });

  it.each([1, 2])('are paged over, %d at a time', async (limit) => {
    const auid = await storedAs(urls);
    const path = `/aus/${encodeURIComponent(auid)}/artifacts`;
    const whole = await readFirstPage(service.client, path);
    expect(whole.items).toEqual([...whole.items].sort(inListingOrder));
    const pages = await readAllPages(service.client, path, { limit });
    expect(pages.flatMap(({ items }) => items)).toEqual(whole.items);
  });

  it('of the widest characters are paged over by their beginning', async () => {
    const wide = `http://a/${'\u6f22'.repeat(65_500)}`;
    const auid = await storedAs([`${wide}a`, `${wide}b`, `${wide}c`]);
    const path = `/aus/${encodeURIComponent(auid)}/artifacts`;
    const pages = await readAllPages(service.client, path, { limit: 1, urlPrefix: wide });
    expect(pages.flatMap(({ items }) => items.map(({ uri }) => uri.at(-1)))).toEqual(['a', 'b', 'c']);
  });

  it('can be read like any other', async () => {
    const [uuid] = await store(service.client, [{ url: long, head: plainHead, body: 'x' }]);
    for (const way of ['', '/payload', '/response']) {
      expect((await ask(service.client, `/artifacts/${uuid}${way}`)).status).toBe(200);
    }
  });
});
