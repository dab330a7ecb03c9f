// Tests the list of fixity checks.
import { afterEach, expect, it } from '@jest/globals';
import { openPage, type Page } from '../../page/open-page.ts';

let page: Page;
afterEach(() => page.close());

it('links to the routine checks if no check was requested', async () => {
  page = await openPage({
    file: 'screens/checks/check-list.tsx',
    component: 'CheckList',
    services: () => Response.json({ checks: [], pageInfo: { totalCount: 0 } }),
  });
  await page.show({ auid: undefined });
  expect(page.root.text).toContain('No requested checks');
  const link = page.root.findAll('a').find(({ text }) => text.startsWith('Routine checks'))!;
  expect(link.attributes.get('href')).toBe('/console/keeping');
});
