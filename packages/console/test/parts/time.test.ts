// Tests times relative to now, which change while they are shown.
import { afterEach, expect, it } from '@jest/globals';
import { openPage, type Page } from '../page/open-page.ts';

let page: Page;
afterEach(() => page.close());

it('an age grows while it is shown', async () => {
  page = await openPage({
    file: 'parts/basic/time.tsx',
    component: 'Time',
    services: () => Response.json({}),
  });
  await page.show({ at: page.openedMs - 50_000, age: true });
  expect(page.root.text).toBe('50 seconds ago');
  await page.advance(20_000);
  expect(page.root.text).toBe('1 minute ago');
  await page.advance(3_600_000);
  expect(page.root.text).toBe('1 hour ago');
});
