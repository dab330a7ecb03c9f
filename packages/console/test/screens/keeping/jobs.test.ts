// Tests the cards of the maintenance jobs.
import { afterEach, expect, it } from '@jest/globals';
import { openPage, type Page } from '../../page/open-page.ts';

let page: Page;
afterEach(() => page.close());

it('counts copies in the singular and plural, and says why a job is yellow', async () => {
  const counts = {
    'copies read in near': 7,
    'copies damaged in near': 1,
    'copies repaired in far': 1,
    damaged: 1,
  };
  const progress = { items: 25, bytes: 127, counts };
  const job = { id: 'fixity', state: 'finished', started: 1_000, finished: 2_000, progress };
  page = await openPage({
    file: 'screens/keeping/jobs.tsx',
    component: 'JobList',
    services: ({ path }) =>
      path.endsWith('/jobs') ? Response.json({ jobs: [job] }) : new Promise<Response>(() => undefined),
  });
  await page.show();
  expect(page.root.text.replaceAll(' ,', ',')).toContain(
    '7 copies read from near, 1 copy damaged in near, 1 copy repaired in far',
  );
  expect(page.root.text).toContain('Done, damage found');
});
