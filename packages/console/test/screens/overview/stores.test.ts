// Tests how the overview displays the object stores of a node with several stores.
import type { StoreCopies } from '@holdfast/api-types';
import { afterEach, describe, expect, it } from '@jest/globals';
import { openPage, type Page, type PageRequest } from '../../page/open-page.ts';
import { healthySummary } from './summaries.ts';

const near: StoreCopies = {
  ...{ name: 'near', role: 'primary', location: 'fs:/disk1/store', state: 'complete' },
  ...{ objects: 1_200, complete: 1_200, missing: 0, damaged: 0, queued: 0 },
};
const far: StoreCopies = { ...near, name: 'far', role: 'archive', location: 's3:bucket' };
const never = new Promise<Response>(() => undefined);

let page: Page;
afterEach(() => page.close());

/**
 * Opens the overview of a node. `unusable`: names of the stores that cannot be used. An empty name means that no store
 * can be used.
 */
async function openOverview(stores: readonly StoreCopies[], unusable: readonly string[], roles?: string[]) {
  const dependencies = [
    { name: 'object store', usable: !unusable.includes('') },
    ...stores.map(({ name }) => ({ name: `object store ${name}`, usable: !unusable.includes(name) })),
  ];
  page = await openPage({
    file: 'screens/overview/overview-screen.tsx',
    services: ({ path }: PageRequest) => {
      if (path.endsWith('/summary')) return Response.json({ ...healthySummary, dependencies });
      return path.endsWith('/copies') ? Response.json({ stores, peers: { sources: [] } }) : never;
    },
    ...(roles && { roles }),
  });
  await page.show();
}

const condition = () => page.root.findAll('.says')[0]!;
const linkTo = (text: string) =>
  page.root
    .findAll('a')
    .find((link) => link.text === text)
    ?.attributes.get('href');

describe('the overview of several stores', () => {
  it('shows each store as healthy', async () => {
    await openOverview([near, far], []);
    expect(page.root.text).toContain('Store near Healthy Store far Healthy');
    expect(page.root.text).not.toContain('Object store Healthy');
    expect(condition().attributes.get('class')).toBe('says says-good');
  });

  it('names a store that is away, and links to its copies', async () => {
    await openOverview([near, { ...far, state: 'away', reason: 'it is not mounted' }], ['far']);
    expect(condition().attributes.get('class')).toBe('says says-warning');
    expect(condition().text).toMatch(
      /^Needs attention The object store far is unavailable; the other stores are used\./,
    );
    expect(linkTo('Unavailable')).toBe('/console/keeping?tab=copies');
    expect(linkTo('The object store far is unavailable; the other stores are used.')).toBe(
      '/console/keeping?tab=copies',
    );
  });

  it('names a store that is being backfilled, and counts what is left', async () => {
    await openOverview([near, { ...far, state: 'filling', complete: 300, missing: 900 }], []);
    expect(condition().text).toContain(
      'Copying existing content to the object store far: 900 objects remaining.',
    );
    expect(linkTo('Copying content')).toBe('/console/keeping?tab=copies');
  });

  it('follows the report every 15 seconds', async () => {
    const stores = [near, far];
    await openOverview(stores, []);
    stores[1] = { ...far, missing: 1 };
    await page.advance(15_000);
    expect(condition().text).toContain('The object store far lacks 1 copy.');
  });

  it('is red with the translated name when no store can be used', async () => {
    await openOverview([near, far], ['', 'near', 'far']);
    expect(condition().attributes.get('class')).toBe('says says-bad');
    expect(condition().text).toMatch(/^Needs attention Object store: unavailable\. /);
  });

  it('shows an unusable store to a user who may not see the report, without asking for it', async () => {
    await openOverview([near, far], ['far'], ['accessContentRole']);
    expect(condition().text).toContain('Nothing is written to the object store far.');
    expect(page.requests.some(({ path }) => path.endsWith('/copies'))).toBe(false);
  });
});
