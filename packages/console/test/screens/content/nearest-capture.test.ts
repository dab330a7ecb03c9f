// Tests the address to which links in captured pages point: the capture of a URL that is closest to a time.
import { afterEach, expect, it } from '@jest/globals';
import { openPage, type Page } from '../../page/open-page.ts';

const uuid = '01926f2c-6c43-7b7e-9f4e-1f2f6f3b8c11';
const atMs = Date.UTC(2014, 0, 26, 20, 6, 24);
const url = 'http://www.example.org/a?b=c';

let page: Page;
afterEach(() => page.close());

async function openNearest(answer: () => Response | Promise<Response>, at = String(atMs)): Promise<void> {
  page = await openPage({ file: 'screens/content/content-screen.tsx', services: answer });
  const query = new URLSearchParams({ url, at });
  await page.show({ params: { namespace: 'default' }, query });
  await page.advance(200);
}

it('redirects to the capture that the replay index returns', async () => {
  await openNearest(
    () =>
      new Response(`org,example)/a?b=c 20140126200700 ${url} text/html 200 AAA default:${uuid}.warc.gz\n`),
  );
  const [{ path, query }] = page.requests as [(typeof page.requests)[0]];
  expect(path).toMatch(/\/replay\/cdxb\/default$/);
  expect(Object.fromEntries(query)).toMatchObject({ url, closest: '20140126200624', limit: '1' });
  expect(page.address).toBe(`/console/artifacts/${uuid}?namespace=default`);
});

it('reports that the page was not captured, and offers searches', async () => {
  await openNearest(() => new Response('', { status: 404 }));
  expect(page.root.text).toContain('This page was not captured');
  expect(page.root.text).toContain(url);
  const links = page.root.findAll('a').map(({ attributes }) => attributes.get('href'));
  expect(links).toEqual([
    `/console/content/default?${new URLSearchParams({ q: url, by: 'prefix' })}`,
    `/console/content/default?${new URLSearchParams({ q: 'www.example.org', by: 'host' })}`,
  ]);
});

it.each(['', 'yesterday', '-1', '9'.repeat(15)])('ignores the time "%s"', async (at) => {
  await openNearest(() => new Promise<Response>(() => undefined), at);
  expect(page.requests.map(({ path }) => path)).toEqual([expect.stringMatching(/\/namespaces$/)]);
});
