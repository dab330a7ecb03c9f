// Tests the list of configured AUs without content.
import { afterEach, expect, it } from '@jest/globals';
import { makeNotReadyResponse, openPage, type Page } from '../../page/open-page.ts';

let page: Page;
afterEach(() => page.close());

const auids = Array.from({ length: 700 }, (_, at) => `P&au~${at + 1}`);

async function show(held: readonly string[]): Promise<void> {
  page = await openPage({
    ...{ file: 'screens/aus/empty-aus.tsx', component: 'EmptyAus' },
    services: ({ path, query }) => {
      if (path.endsWith('/aus/summaries')) return Response.json(held.map((auid) => ({ auid })));
      const after = Number(/auNumber > (\d+)/.exec(query.get('auQuery') ?? '')?.[1]);
      if (Number.isNaN(after)) return makeNotReadyResponse(path);
      const rows = auids.map((auId, at) => ({ auId, auNumber: at + 1 }));
      return Response.json(rows.filter(({ auNumber }) => auNumber > after).slice(0, 500));
    },
  });
  await page.show();
  for (let round = 0; round < 3; round += 1) await page.advance(100);
}

const listed = (): string[] => page.root.findAll('li').map(({ text }) => text);

it('compares all configured AUs until one has no content', async () => {
  await show(auids.filter((auid) => auid !== 'P&au~650'));
  expect(listed()).toEqual(['P&au~650']);
});

it('says that all AUs have content', async () => {
  await show(auids);
  expect([listed(), page.root.text]).toEqual([
    [],
    expect.stringContaining('All configured AUs have content'),
  ]);
});
