// Tests the list of versions of a configuration file.
import { afterEach, expect, it } from '@jest/globals';
import { openPage, type Page } from '../../page/open-page.ts';

let page: Page;
afterEach(() => page.close());

const version = (number: number) => ({
  ...{ version: number, etag: `"${number}"`, modified: Date.UTC(2026, 10, number), size: 46 },
  user: number === 1 ? 'ada' : 'bob',
});

it('lists the versions page by page, and offers to compare all but the current one', async () => {
  page = await openPage({
    file: 'screens/configfile/versions.tsx',
    component: 'FileVersions',
    services: ({ query }) =>
      Response.json(
        query.has('continuationToken')
          ? { versions: [version(1)] }
          : { versions: [version(3), version(2)], continuationToken: '2' },
      ),
  });
  const file = { text: 'x.a=3', etag: '"3"', modifiedMs: 3, isXml: false };
  await page.show({ section: 'expert', file, onRestored: () => undefined });
  const rows = () => page.root.findAll('tr').slice(1);
  const buttons = () => page.root.findAll('button').map(({ text }) => text);
  expect(rows().map(({ text }) => text)).toEqual([
    expect.stringMatching(/^3 .*bob .*Current$/),
    expect.stringMatching(/^2 .*bob .*Compare$/),
  ]);
  expect(buttons()).toEqual(['Compare', 'Older versions']);
  page.root.findAll('button').at(-1)!.fire('click');
  await page.advance(100);
  expect(rows()[2]!.text).toMatch(/^1 .*ada .*Compare$/);
  expect(buttons()).toEqual(['Compare', 'Compare']);
  expect(page.requests.map(({ path, query }) => [path, query.get('continuationToken')])).toEqual([
    ['/console/configuration/config/file/expert/versions', null],
    ['/console/configuration/config/file/expert/versions', '2'],
  ]);
});
