// GET /tree: the children of URL prefixes (compared with a brute-force computation from all URLs), pages, and
// rejections.

import { openDatabase } from '@holdfast/pg-kit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { setCommitted } from '../../../src/index/aus/change-artifact.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { startTestService, type TestService } from '../../service.ts';
import { ask, readProblem } from '../artifacts/ask.ts';
import { plainHead, store } from '../artifacts/captures.ts';
import type { Query } from '../aus/pages.ts';

interface Child {
  name: string;
  url?: string;
  urlPrefix?: string;
  artifacts?: number;
}

interface Page {
  urlPrefix: string;
  children: Child[];
  continuationToken?: string;
}

// URLs with `/`, `?` and the lowest and highest characters, and URLs longer than an index entry.
const long = 'x'.repeat(600);
const urls = [
  'http://a',
  'http://a/',
  'http://a//',
  'http://a/b',
  'http://a/b/',
  'http://a/b/c',
  'http://a/b!',
  'http://a/b-c/d',
  'http://a/b?',
  'http://a/b?u=http://c/d',
  'http://a/b?x',
  'http://a/b?x/y?z',
  'http://a/b\x7f',
  'http://a/b\x01c/d',
  'http://a/b\x02c',
  'http://a/ä/ö',
  'http://a/\u{10ffff}',
  'http://a/\ud7ff/e',
  `http://a/${long}`,
  `http://a/${long}/b`,
  `http://a/${long}/c/d`,
  `http://a/${long}?q`,
  `http://a/${long}b`,
  'http://a:8080/b',
  'http:/',
  'http:/odd/x',
  'https://a/b',
  'urn:x',
  'urn:x/y',
  'no scheme/at all',
];
const auid = 'org|example|plugin&tree~1';
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const versions = ['1', '2'].flatMap((body) => urls.map((url) => ({ url, head: plainHead, body })));
  await store(service.client, versions, { auid });
  await store(service.client, [{ url: 'http://other/', head: plainHead, body: '1' }], { auid: 'two' });
});

const top = /^[a-z][a-z0-9+.-]*:\/?\/?[^/?]*|^[^/?]*/i;

/** Computes the expected tree from all URLs. */
function expected(prefix: string, among: readonly string[]): Child[] {
  const pattern = prefix === '' ? top : prefix.includes('?') ? /^.*/s : /^[^/?]*/;
  const children = new Map<string, Child>();
  for (const url of among.filter((each) => each.startsWith(prefix))) {
    const rest = url.slice(prefix.length);
    const part = pattern.exec(rest)![0];
    const delimiter = rest.slice(part.length, part.length + 1);
    const name = delimiter === '?' ? `${part}?` : part;
    children.set(name, {
      ...(children.get(name) ?? { name }),
      ...(delimiter === '' ? { url } : { urlPrefix: `${prefix}${part}${delimiter}` }),
    });
  }
  return [...children.values()];
}

const byName = (a: Child, b: Child) => (a.name < b.name ? -1 : 1);

async function pages(query: Query): Promise<Page[]> {
  const found: Page[] = [];
  let continuationToken: string | undefined;
  do {
    const { status, body } = await ask(service.client, '/tree', { query: { ...query, continuationToken } });
    if (status !== 200) throw new Error(`${status} ${body}`);
    found.push(JSON.parse(body.toString()) as Page);
    ({ continuationToken } = found.at(-1)!);
  } while (continuationToken !== undefined);
  return found;
}

const prefixes = [
  ...new Set([
    '',
    ...urls.flatMap((url) => [...url.matchAll(/[/?]/g)].map(({ index }) => url.slice(0, index + 1))),
  ]),
  'http://a/b',
  `http://a/${long.slice(0, 550)}`,
  'http://nowhere/',
];

describe.each([
  ['an AU', { auid }, urls],
  ['a namespace', {}, [...urls, 'http://other/']],
])('the tree of %s', (_of, scope, among) => {
  it.each(
    prefixes.map((prefix) => [
      prefix.length > 60 ? `${prefix.slice(0, 12)}…${prefix.length}` : prefix,
      prefix,
    ]),
  )('has what is below %j', async (_shown, urlPrefix) => {
    const [page, ...others] = await pages({ ...scope, urlPrefix });
    expect(others).toEqual([]);
    expect(page!.urlPrefix).toBe(urlPrefix);
    expect([...page!.children].sort(byName)).toEqual(expected(urlPrefix!, among).sort(byName));
  });

  it.each(['', 'http://a/', 'http://a/b?', 'http://a/b/', `http://a/${long}/`])(
    'has the number of artifacts below each child',
    async (urlPrefix) => {
      const [page] = await pages({ ...scope, urlPrefix, counts: 'true' });
      const below = (prefix: string) => among.filter((url) => url.startsWith(prefix));
      const versions = (found: readonly string[]) =>
        found.reduce((sum, url) => sum + (url === 'http://other/' ? 1 : 2), 0);
      expect(page!.children.map(({ urlPrefix: own, artifacts }) => [own, artifacts])).toEqual(
        page!.children.map(({ urlPrefix: own }) => [
          own,
          own === undefined ? undefined : versions(below(own)),
        ]),
      );
    },
  );

  it.each([1, 2, 3, 7])('comes in pages of %d without a gap, in the order of listings', async (limit) => {
    for (const urlPrefix of ['', 'http://a/', 'http://a/b?', `http://a/${long}/`]) {
      const [whole] = await pages({ ...scope, urlPrefix });
      const cut = await pages({ ...scope, urlPrefix, limit });
      expect(cut.flatMap(({ children }) => children)).toEqual(whole!.children);
      expect(cut.slice(0, -1).every(({ children }) => children.length === limit)).toBe(true);
    }
  });
});

it('the order is that of listings: what is below a URL stands at its place', async () => {
  const [page] = await pages({ auid, urlPrefix: 'http://a/' });
  const names = page!.children.map(({ name }) => (name.length > 60 ? `${name[0]}${name.length}` : name));
  expect(names).toEqual([
    ...[
      '',
      'b',
      'b\x01c',
      'b\x02c',
      'b!',
      'b-c',
      'b?',
      'b\x7f',
      'x600',
      'x601',
      'x601',
      'ä',
      '\ud7ff',
      '\u{10ffff}',
    ],
  ]);
});

it('shows what is not committed only when asked to', async () => {
  const only = await store(service.client, [{ url: 'http://u/a/b', head: plainHead, body: 'u' }], {
    auid: 'three',
  });
  const database = openDatabase<IndexSchema>({
    url: service.databaseUrl,
    applicationName: 'test',
    onError: () => undefined,
  });
  await setCommitted(database.kysely, only[0]!, false);
  await database.close();
  const [hidden] = await pages({ auid: 'three' });
  expect(hidden!.children).toEqual([]);
  const [shown] = await pages({ auid: 'three', includeUncommitted: true });
  expect(shown!.children).toEqual([{ name: 'http://u', urlPrefix: 'http://u/' }]);
});

it.each<[Query, number, string]>([
  [{ namespace: 'nothing' }, 404, 'nothing'],
  [{ auid: 'unknown' }, 404, 'unknown'],
  [{ auid, namespace: 'nothing' }, 404, 'nothing'],
  [{ auid: '' }, 400, 'auid'],
  [{ limit: 0 }, 400, 'limit'],
  [{ urlPrefix: 'a\0' }, 400, 'urlPrefix'],
  [{ includeUncommitted: 'yes' }, 400, 'includeUncommitted'],
  [{ continuationToken: 'x' }, 400, 'token'],
])('%j is %d', async (query, status, named) => {
  const refused = readProblem(await ask(service.client, '/tree', { query }));
  expect([refused.status, refused.detail]).toEqual([status, expect.stringContaining(named)]);
});

it('a token is good for its own listing alone', async () => {
  const [page] = await pages({ auid, urlPrefix: 'http://a/', limit: 100 });
  expect(page!.continuationToken).toBeUndefined();
  const { body } = await ask(service.client, '/tree', { query: { auid, urlPrefix: 'http://a/', limit: 1 } });
  const { continuationToken } = JSON.parse(body.toString()) as Page;
  const other = await ask(service.client, '/tree', { query: { auid, urlPrefix: '', continuationToken } });
  expect([other.status, readProblem(other).detail]).toEqual([
    400,
    expect.stringContaining('other parameters'),
  ]);
});
