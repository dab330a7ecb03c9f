// Tests the comparison of two captures.
import { afterEach, expect, it } from '@jest/globals';
import { openPage, type Page } from '../../page/open-page.ts';

let page: Page;
afterEach(() => page.close());

/** Two captures of a URL in different AUs. The earlier capture has the higher version number. */
const earlier = capture({ uuid: '1', auid: 'a', version: 7, collectionDate: Date.UTC(2015, 0, 1) });
const later = capture({ uuid: '2', auid: 'b', version: 1, collectionDate: Date.UTC(2020, 0, 1) });

function capture<Part extends object>(part: Part) {
  return { namespace: 'default', uri: 'http://a/', contentLength: 5, contentDigest: 'SHA-256:00', ...part };
}

it.each([
  ['later', later, earlier],
  ['earlier', earlier, later],
])('shows captures of two AUs in date order, starting from the %s one', async (_which, artifact, other) => {
  page = await openPage({
    file: 'screens/artifact/compare.tsx',
    component: 'VersionComparison',
    services: () => Response.json(other),
  });
  await page.show({ artifact, otherUuid: other.uuid });
  const sides = page.root.findAll('.compare-side').map(({ text }) => text);
  expect(sides).toEqual([
    expect.stringMatching(/^Older · Version 7 .*2015/),
    expect.stringMatching(/^Newer · Version 1 .*2020/),
  ]);
});
