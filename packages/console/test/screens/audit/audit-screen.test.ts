// Tests the table of the audit log: file names of imports, folded requests, actions in both services, and the hint of a
// time filter.
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { PageNode } from '../../page/document.ts';
import { openPage, type Page, type PageRequest } from '../../page/open-page.ts';

const atMs = Date.UTC(2026, 10, 29, 12);
const entry = (id: number, part: object) => ({
  ...{ id: `${atMs + id}.${id}`, at: atMs + id, event: 'write', user: 'librarian', client: '127.0.0.1' },
  ...{ outcome: 'ok', status: 200, requestId: `r${id}` },
  ...part,
});
const target = { operation: 'postNoticeTarget', subject: { type: 'mail', address: 'a@example.org' } };
const aus = { operation: 'addAus', requestId: 'aus' };
const outcome = { ...aus, status: undefined };
const logs: Readonly<Record<string, object[]>> = {
  repository: [
    entry(9, target),
    entry(5, { operation: 'addArtifacts', auid: 'org|P&x~1', subject: { fileName: 'tides\u202e.warc.gz' } }),
    entry(4, { operation: 'addArtifacts', auid: 'org|P&x~1', subject: {} }),
  ],
  configuration: [
    entry(8, target),
    entry(3, { ...aus, subject: { auids: ['org|P&x~1', 'org|P&x~2'] } }),
    entry(2, { ...outcome, auid: 'org|P&x~2', outcome: 'error' }),
    entry(1, { ...outcome, auid: 'org|P&x~1' }),
  ],
};

let page: Page;
beforeEach(async () => {
  page = await openPage({
    file: 'screens/audit/audit-screen.tsx',
    services: ({ path }: PageRequest) => {
      const service = /\/(repository|configuration)\/audit$/.exec(path)?.[1];
      return Response.json(service === undefined ? [] : { entries: logs[service] });
    },
  });
  await page.show({ params: {}, query: new URLSearchParams('from=2026-11-29T08:15') });
});
afterEach(() => page.close());

/** Returns the texts of the cells of each row. */
const rows = (): string[][] => {
  const cells = (row: PageNode) => row.childNodes.map(({ text }) => text);
  return page.root
    .findAll('div')
    .filter(({ attributes }) => attributes.get('role') === 'row')
    .slice(1)
    .map(cells);
};

it('names imported files, folds the AUs of a request, and shows an action in both services once', () => {
  expect(
    rows().map(([, , action, subject, result, , service]) => [action, subject, result, service]),
  ).toEqual([
    ['Add a recipient of notifications', 'a@example.org', 'Done', 'Both services'],
    ['Import tides[U+202E].warc.gz', expect.any(String), 'Done', 'Repository'],
    ['Import an archive', expect.any(String), 'Done', 'Repository'],
    ['Add AUs', '2 AUs', 'Failed: 1 of 2', 'Configuration'],
  ]);
});

it('repeats the time of a filter in the format of the table', () => {
  const [at] = rows()[0]!;
  const [hint] = page.root.findAll('.field-hint').map(({ text }) => text);
  expect(at).toMatch(/^Nov 29, 2026, /);
  expect(hint).toMatch(/^Nov 29, 2026, 8:15:00/);
});
