// GET /artifacts: which artifacts of a namespace are listed. ../aus/paging.test.ts tests order and pages.
import { openDatabase } from '@holdfast/pg-kit';
import { addCleanup } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { setCommitted } from '../../../src/index/aus/change-artifact.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { startTestService, type TestService } from '../../service.ts';
import { type Query, readFirstPage } from '../aus/pages.ts';
import { ask, readProblem } from './ask.ts';
import { plainHead, store } from './captures.ts';

let service: TestService;

// Stores two AUs with the same URLs, in which the third version of x/a is uncommitted. A second namespace has one
// artifact; a third has only uncommitted ones.
beforeAll(async () => {
  service = await startTestService();
  const captures = ['a1', 'a2', 'a3', 'b1'].map((name) => ({
    url: `http://a/${name[0]}`,
    head: plainHead,
    body: name,
  }));
  const [, , third] = await store(service.client, captures, { auid: 'x' });
  await store(service.client, captures.slice(0, 2), { auid: 'y' });
  await store(service.client, captures.slice(0, 1), { auid: 'x', namespace: 'other' });
  const [hidden] = await store(service.client, captures.slice(0, 1), { auid: 'x', namespace: 'hidden' });
  const database = openDatabase<IndexSchema>({
    url: service.databaseUrl,
    applicationName: 'test',
    onError: () => undefined,
  });
  addCleanup(() => database.close());
  for (const uuid of [third, hidden]) await setCommitted(database.kysely, uuid!, false);
});

const url = 'http://a/a';

describe('the artifacts of a namespace', () => {
  it.each<[Query, string]>([
    [{}, 'xa2 xa1 ya2 ya1 xb1'],
    [{ versions: 'all' }, 'xa2 xa1 ya2 ya1 xb1'],
    [{ versions: 'latest' }, 'xa2 ya2 xb1'],
    [{ url }, 'xa2 xa1 ya2 ya1'],
    [{ url, versions: 'latest' }, 'xa2 ya2'],
    [{ urlPrefix: 'http://a/b' }, 'xb1'],
    [{ urlPrefix: 'http://', versions: 'latest' }, 'xa2 ya2 xb1'],
    [{ url: 'http://a' }, ''],
    [{ urlPrefix: 'https' }, ''],
    [{ namespace: 'other' }, 'xa1'],
    [{ namespace: 'hidden' }, ''],
  ])('with %j', async (query, names) => {
    const { items, pageInfo } = await readFirstPage(service.client, '/artifacts', query);
    const shown = items.map(({ auid, uri, version }) => `${auid}${uri.at(-1)}${version}`).join(' ');
    expect([shown, pageInfo.totalCount]).toEqual([names, items.length]);
    expect(items.every(({ committed }) => committed)).toBe(true);
  });

  it.each<[Query, string]>([
    [{ versions: 'newest' }, 'versions'],
    [{ versions: '1' }, 'versions'],
    [{ versions: '' }, 'versions'],
    [{ url, urlPrefix: url }, 'url'],
    [{ url: 'a\0b' }, 'url'],
    [{ namespace: 'a/b' }, 'namespace'],
    [{ continuationToken: 'x' }, 'continuationToken'],
  ])('are 400 with %j', async (query, named) => {
    const answer = await ask(service.client, '/artifacts', { query });
    expect(readProblem(answer)).toMatchObject({ status: 400, detail: expect.stringContaining(named) });
  });

  it('are 404 for a namespace that holds nothing', async () => {
    expect(
      readProblem(await ask(service.client, '/artifacts', { query: { namespace: 'none' } })).status,
    ).toBe(404);
  });

  it('give links under the name the client used', async () => {
    const page = async (host: string) => {
      const { body } = await ask(service.client, '/artifacts?limit=1', { headers: { host } });
      return JSON.parse(body.toString()).pageInfo as { curLink: string; nextLink: string };
    };
    const { curLink, nextLink } = await page('archive.example:8080');
    expect(curLink).toBe('http://archive.example:8080/artifacts?limit=1');
    expect(nextLink).toMatch(/^http:\/\/archive\.example:8080\/artifacts\?limit=1&continuationToken=[\w-]+$/);
    for (const hostile of ['evil.example/path?', 'user@evil', 'a b', '"><script>']) {
      const links = await page(hostile);
      for (const link of [links.curLink, links.nextLink]) expect(new URL(link).pathname).toBe('/artifacts');
    }
  });
});
