// Tests the Deletions tab of the Preservation screen, and the page of a deleted artifact.
import type { ArtifactEvents, Deletion, DeletionPage } from '@holdfast/api-types';
import { afterEach, describe, expect, it } from '@jest/globals';
import { openPage, type Page, type PageRequest } from '../../page/open-page.ts';

const uuid = '01926f2c-6c43-7b7e-9f4e-1f2f6f3b8c11';
const artifacts = [
  { uuid, uri: 'http://www.example.org/', version: 2, collectionDate: Date.UTC(2026, 0, 1) },
];
const theirs: Deletion = {
  ...{ number: 17, namespace: 'default', auid: 'an au', kind: 'delete', state: 'requested', by: 'ada' },
  ...{
    requested: Date.UTC(2026, 10, 23),
    reason: 'captured by mistake',
    undoable: false,
    count: 1,
    artifacts,
  },
};
const rejected: Deletion = {
  ...{ ...theirs, number: 3, state: 'rejected', decided: Date.UTC(2026, 10, 24), decidedBy: 'director' },
  decisionReason: 'still cited',
};

const pageOf = (deletions: Deletion[]): DeletionPage => ({
  ...{ deletions, needsApproval: true },
  pageInfo: { totalCount: deletions.length, resultsPerPage: deletions.length, curLink: '' },
});

let page: Page;
afterEach(() => page.close());

async function openDeletions(open: Deletion[], others: Deletion[]): Promise<void> {
  page = await openPage({
    file: 'screens/keeping/deletions.tsx',
    component: 'DeletionList',
    services: ({ path, query }: PageRequest) => {
      if (path.endsWith('/withdraw')) return Response.json({ ...open[0], state: 'withdrawn' });
      if (!path.endsWith('/deletions')) return Response.json({});
      return Response.json(pageOf(query.get('state') === 'requested' ? open : [...open, ...others]));
    },
    roles: ['contentAdminRole'],
  });
  await page.show();
}

const buttons = () => page.root.findAll('button').map(({ text }) => text);

describe('the deletions', () => {
  it('let the user approve or reject the request of another user, with its artifacts and reason', async () => {
    await openDeletions([theirs], [rejected]);
    expect(page.root.text).toContain('Request 17 · Deletion · 1 artifact');
    expect(page.root.text).toContain('captured by mistake');
    expect(page.root.text).toContain('http://www.example.org/ · Version 2');
    expect(buttons()).toEqual(expect.arrayContaining(['Approve', 'Reject']));
    expect(buttons()).not.toContain('Withdraw');
    expect(page.root.text).not.toContain('Another user must approve');
    expect(page.root.text).toContain('Rejected by director');
    expect(page.root.text).toContain('still cited');
  });

  it('let users withdraw their own requests, but not approve them', async () => {
    await openDeletions([{ ...theirs, by: 'librarian' }], []);
    expect(buttons()).not.toContain('Approve');
    expect(page.root.text).toContain('Another user must approve the deletion.');
    page.root
      .findAll('button')
      .find(({ text }) => text === 'Withdraw')!
      .fire('click');
    await page.advance(0);
    expect(page.requests).toContainEqual(expect.objectContaining({ method: 'POST' }));
  });

  it('are listed with the URL of a single artifact', async () => {
    await openDeletions([], [rejected, { ...rejected, number: 2, count: 2 }]);
    const links = page.root.findAll('td').flatMap((cell) => cell.findAll('a').map(({ text }) => text));
    expect(links.filter((text) => text === 'http://www.example.org/')).toHaveLength(1);
  });

  it('are an empty list at first', async () => {
    await openDeletions([], []);
    expect(page.root.text).toContain('No deletions');
    expect(page.root.text).not.toContain('Open requests');
  });
});

describe('the page of a deleted artifact', () => {
  it('says who deleted it, why, and who approved', async () => {
    const at = Date.UTC(2026, 10, 23);
    const events: ArtifactEvents = {
      uuid,
      events: [
        { event: 'stored', at, by: 'ada' },
        {
          event: 'deleted',
          at,
          by: 'ada',
          detail: 'captured by mistake',
          request: 17,
          approvedBy: 'director',
        },
      ],
      pageInfo: { totalCount: 2, resultsPerPage: 2, curLink: '' },
    };
    page = await openPage({
      file: 'screens/artifact/deleted-artifact.tsx',
      component: 'DeletedArtifactView',
      services: ({ path }: PageRequest) =>
        Response.json(
          path.endsWith('/events') ? events : pageOf([{ ...theirs, state: 'deleted', undoable: true }]),
        ),
      roles: ['contentAdminRole'],
    });
    await page.show({ uuid, namespace: 'default', onRestored: () => undefined });
    expect(page.root.text).toMatch(/Deleted by ada on .*2026/);
    expect(page.root.text).toContain('Reason: captured by mistake');
    expect(page.root.text).toContain('approved by director');
    expect(page.root.text).toContain('Request 17');
    expect(page.root.findAll('button').map(({ text }) => text)).toContain('Undo');
  });
});
