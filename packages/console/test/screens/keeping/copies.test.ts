// Tests the Copies tab of the Preservation screen: the state of each store, repairs from peers, and outages.
import type { PeerRepairs, StoreCopies } from '@holdfast/api-types';
import { afterEach, describe, expect, it } from '@jest/globals';
import { makeNotReadyResponse, openPage, type Page, type PageRequest } from '../../page/open-page.ts';
import { healthySummary } from '../overview/summaries.ts';

const store: StoreCopies = {
  ...{ name: 'near', role: 'primary', location: 'fs:/disk1/store', state: 'complete' },
  ...{ objects: 1_200, complete: 1_200, missing: 0, damaged: 0, queued: 0 },
};
const archive: StoreCopies = { ...store, name: 'far', role: 'archive', location: 's3:bucket' };

interface Node {
  readonly stores: readonly StoreCopies[];
  readonly peers?: PeerRepairs;
  readonly roles?: readonly string[];
}

let page: Page;
afterEach(() => page.close());

async function openCopies({ stores, peers = { sources: [] }, roles }: Node, isAway = () => false) {
  const named = stores.filter(({ state }) => state !== 'removed');
  const dependencies = named.map(({ name }) => ({ name: `object store ${name}`, usable: true }));
  page = await openPage({
    file: 'screens/keeping/copies.tsx',
    component: 'CopiesReport',
    services: ({ path }: PageRequest) => {
      if (isAway()) return makeNotReadyResponse('the database cannot be reached');
      return Response.json(
        path.endsWith('/copies') ? { stores, peers } : { ...healthySummary, dependencies },
      );
    },
    ...(roles && { roles }),
  });
  await page.show();
}

const cardOf = (name: string) =>
  page.root.findAll('li').find((card) => card.findAll('h2').some(({ text }) => text === name))!.text;

describe('the copies', () => {
  it('are complete in every store, each with its role, its place and the command that retires it', async () => {
    await openCopies({ stores: [store, archive] });
    expect(cardOf('near')).toContain('Complete Primary store · fs:/disk1/store');
    expect(cardOf('near')).toContain('Intact objects 1,200 of 1,200');
    expect(cardOf('far')).toContain('Archive · s3:bucket');
    expect(cardOf('far')).toMatch(
      /Missing copies 0 Damaged copies 0 Queued tasks 0 Completion nothing pending/,
    );
    expect(cardOf('far')).toContain('./holdfast keep copies retire far');
    expect(page.root.text).not.toContain('Only one copy');
    expect(page.root.text).toContain('in the object stores near, far · 7.34 GB, 48,210 artifacts');
  });

  it('are said to be one, with the setting that names a second store', async () => {
    await openCopies({ stores: [] });
    expect(page.root.text).toContain('Only one copy');
    expect(page.root.text).toContain('Name a second store in OBJECT_STORE');
    expect(page.root.text).toContain('docs/object-stores.md');
    expect(page.root.text).toContain('in the object store repository');
    expect(page.root.text).not.toContain('keep copies retire');
  });

  it('show a store that is away with the reason', async () => {
    const reason = 'it has not answered for a second';
    const away: StoreCopies = { ...archive, state: 'away', reason, complete: 1_190, missing: 10, queued: 10 };
    await openCopies({ stores: [store, { ...away, stalled: true }] });
    expect(cardOf('far')).toContain('far Unavailable');
    expect(cardOf('far')).toContain(`Message: ${reason}`);
    expect(cardOf('far')).toMatch(/1,190 of 1,200 Missing copies 10 .* no progress for ten minutes/);
  });

  it('tell a store that is full from one that is away', async () => {
    await openCopies({ stores: [store, { ...archive, reason: 'it has no space left' }] });
    expect(cardOf('far')).toContain('far Not written');
    expect(cardOf('far')).toContain('Message: it has no space left');
  });

  it('show how far a new store is filled, and when it will be complete', async () => {
    const expectedEnd = Date.now() + 3_630_000;
    const filling: StoreCopies = { ...archive, state: 'filling', complete: 300, missing: 900, queued: 40 };
    await openCopies({ stores: [store, { ...filling, expectedEnd }] });
    expect(cardOf('far')).toContain('far Copying content');
    expect(cardOf('far')).toMatch(/300 of 1,200 Missing copies 900 .* Queued tasks 40 Completion in 1 hour/);
  });

  it('show damaged copies, and a store that lacks some', async () => {
    await openCopies({ stores: [store, { ...archive, complete: 1_197, missing: 1, damaged: 2, queued: 3 }] });
    expect(cardOf('far')).toMatch(/far Incomplete .* Missing copies 1 Damaged copies 2 .* not known yet/);
  });

  it('offer no command for a store that OBJECT_STORE no longer names, or that is the last one', async () => {
    await openCopies({ stores: [store, { ...archive, state: 'removed' }] });
    expect(cardOf('far')).toContain('far No longer used');
    expect(cardOf('far')).not.toContain('Missing copies');
    expect(page.root.text).not.toContain('./holdfast keep copies retire');
  });

  it('are asked for again every ten seconds', async () => {
    const stores = [store, archive];
    await openCopies({ stores });
    stores[1] = { ...archive, state: 'away', reason: 'it is not mounted' };
    await page.advance(10_000);
    expect(cardOf('far')).toContain('it is not mounted');
  });

  it('say why they are not shown while the database is away, keep the last figures, and recover', async () => {
    let isAway = true;
    await openCopies({ stores: [store, archive] }, () => isAway);
    expect(page.root.text).toContain('the database cannot be reached');
    expect(page.root.text).not.toContain('1,200 of 1,200');
    isAway = false;
    await page.advance(15_000);
    expect(page.root.text).not.toContain('the database cannot be reached');
    expect(cardOf('near')).toContain('1,200 of 1,200');
    isAway = true;
    await page.advance(10_000);
    expect(page.root.text).toContain('the database cannot be reached');
    expect(cardOf('near')).toContain('1,200 of 1,200');
  });

  it('are not asked for by a user without the role', async () => {
    await openCopies({ stores: [store, archive], roles: ['accessContentRole'] });
    expect(page.requests.map(({ path }) => path).filter((path) => path.endsWith('/copies'))).toEqual([]);
    expect(page.root.text).toContain('in the object stores near, far');
    expect(page.root.text).not.toContain('Only one copy');
  });
});

describe('the repairs from peers', () => {
  const sources = ['https://one.example.org/repository', 'https://two.example.org/repository'];

  it('name the setting if there are no peers', async () => {
    await openCopies({ stores: [] });
    expect(page.root.text).toContain('No peers. Name other repository services in REPAIR_SOURCES.');
  });

  it('list the peers before anything was requested from them', async () => {
    await openCopies({ stores: [], peers: { sources } });
    for (const source of sources) expect(page.root.text).toContain(source);
    expect(page.root.text).toContain('No artifact has been requested from a peer yet.');
  });

  it('show the last run, and link what was not repaired to the damaged artifacts', async () => {
    const started = Date.now() - 7_205_000;
    const lastRun = { started, finished: started + 2_000, repaired: 3, notRepaired: 1 };
    await openCopies({ stores: [], peers: { sources, lastRun } });
    expect(page.root.text).toContain('Last run 2 hours ago Repaired 3 Not repaired 1');
    const links = page.root.findAll('a').map(({ attributes }) => attributes.get('href'));
    expect(links).toContain('/console/keeping?tab=damage');
  });

  it('show why the last run failed', async () => {
    const lastRun = { started: Date.now(), repaired: 0, notRepaired: 0, failure: 'the disk is full' };
    await openCopies({ stores: [], peers: { sources, lastRun } });
    expect(page.root.text).toContain('the disk is full');
  });
});
