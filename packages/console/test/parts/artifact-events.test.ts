// Tests the history of an artifact.
import { afterEach, expect, it } from '@jest/globals';
import { openPage, type Page } from '../page/open-page.ts';

let page: Page;
afterEach(() => page.close());

it('tells a check that repaired a copy from a check that found it intact', async () => {
  const checked = { event: 'checked', at: 1_000, artifacts: 8 };
  const events = [
    { ...checked, store: 'near' },
    { ...checked, store: 'far', source: 'store:near', sourceKind: 'store', sourceName: 'near' },
  ];
  page = await openPage({
    file: 'parts/artifact-events.tsx',
    component: 'ArtifactEvents',
    services: () => Response.json({ uuid: 'u', events, pageInfo: {} }),
  });
  await page.show({ uuid: 'u' });
  expect(page.root.findAll('strong').map(({ text }) => text)).toEqual(['Checked', 'Checked and repaired']);
  expect(page.root.text).toContain('content from the store near');
});
