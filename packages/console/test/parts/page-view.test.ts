// Tests the view of a captured page: the sandboxed frame, and the remarks from the service's report on the page.
import type { PageReport } from '@holdfast/api-types';
import { afterEach, expect, it } from '@jest/globals';
import { openPage, type Page } from '../page/open-page.ts';

const artifact = {
  ...{ uuid: '01926f2c-6c43-7b7e-9f4e-1f2f6f3b8c11', namespace: 'default' },
  ...{ uri: 'http://www.example.org/', collectionDate: Date.UTC(2014, 0, 26, 20, 6, 24) },
};
const whole: PageReport = { shown: 2, total: 2, missing: [], frameset: false, cut: false };

let page: Page;
afterEach(() => page.close());

async function openView(answer: () => Response): Promise<string[]> {
  const titles: string[] = [];
  page = await openPage({
    file: 'parts/captures/preview/page-view.tsx',
    component: 'PageView',
    services: answer,
  });
  await page.show({ artifact, onTitle: (title: string) => titles.push(title) });
  await page.advance(200);
  return titles;
}

it('shows the page in a sandboxed frame, and reports its title', async () => {
  const titles = await openView(() => Response.json({ ...whole, title: 'Tides' }));
  const [frame] = page.root.findAll('iframe');
  expect(Object.fromEntries(frame!.attributes)).toMatchObject({
    sandbox: 'allow-top-navigation-by-user-activation',
    referrerpolicy: 'same-origin',
    src: expect.stringMatching(/\/artifacts\/[\w-]+\/page\?namespace=default&links=%2Fconsole%2F$/),
    title: expect.stringMatching(/^http:\/\/www\.example\.org\/, captured .*2014.* UTC$/),
  });
  expect(titles).toEqual(['Tides']);
  expect(page.root.text).toContain('2 of 2 resources shown.');
  expect(page.root.findAll('details')).toEqual([]);
});

it('lists missing resources with the reasons, the refresh and truncation', async () => {
  const missing = [
    { url: 'http://www.example.org/chart.png', kind: 'image', reason: 'none' },
    { url: 'http://www.example.org/a.css', kind: 'style', reason: 'damaged' },
  ] as const;
  const refresh = { url: 'http://www.example.org/new', seconds: 5 };
  await openView(() => Response.json({ ...whole, total: 4, missing, refresh, cut: true }));
  expect(page.root.text).toContain('2 of 4 resources shown.');
  expect(page.root.findAll('details')[0]!.text).toBe(
    '2 resources are not shown http://www.example.org/chart.png image · not captured ' +
      'http://www.example.org/a.css style sheet · damaged',
  );
  expect(page.root.text).toContain('Only the beginning of this page is shown.');
  const links = page.root.findAll('a').map(({ attributes }) => attributes.get('href'));
  const to = new URLSearchParams({ url: refresh.url, at: String(artifact.collectionDate) });
  expect(links).toEqual([`/console/content/default?${to}`]);
});

it('shows the error instead of the frame if the page cannot be rendered', async () => {
  await openView(() => Response.json({ title: 'Not acceptable', status: 406 }, { status: 406 }));
  expect(page.root.findAll('iframe')).toEqual([]);
  expect(page.root.findAll('.problem')).toHaveLength(1);
});
