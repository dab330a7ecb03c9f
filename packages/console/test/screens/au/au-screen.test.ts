// Tests the rendered page of an AU that has content but no configuration.
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openPage, type Page, type PageRequest } from '../../page/open-page.ts';

const auid = 'org|example|Held&n~1';
const HOUR_MS = 3_600_000;
const T = Date.UTC(2026, 0, 2);

let page: Page;
let requests: string[];
let hasContent: boolean;
let condition: object;

beforeEach(async () => {
  requests = [];
  hasContent = true;
  condition = basicCondition;
  page = await openPage({ file: 'screens/au/au-screen.tsx', services: play });
});
afterEach(() => page.close());

const summary = {
  ...{ namespace: 'default', auid, artifacts: 12, committed: 12, urls: 9, bytes: 100, latestBytes: 90 },
  storedBytes: 200,
};
const basicCondition = {
  ...{ namespace: 'default', auid, artifacts: 12, uncommitted: 0, damaged: 1, holds: 0, copies: 0 },
  objects: { segments: 2, faulty: 0, unchecked: 0 },
  lastImport: { at: T, outcome: 'complete', by: 'librarian', fileName: 'crawl.warc.gz' },
};
const report = {
  ...{ namespace: 'default', auid, at: T, artifacts: 12, bytes: 100 },
  hosts: [{ name: 'www.example.org', artifacts: 12, bytes: 100 }],
  ...{ types: [], statuses: [], years: [] },
};
const certificate = {
  ...{ check: 'c', scope: 'au', verdict: 'faults', artifacts: 12, intact: 11, damaged: 1, missing: 0 },
  ...{ unreadable: 0, notChecked: 0, repaired: 0 },
};
const events = [
  { event: 'damaged', at: T + 3 * HOUR_MS, artifacts: 1, uuid: 'u', detail: 'a flipped byte' },
  { event: 'certified', at: T + HOUR_MS, by: 'chief', certificate },
  {
    event: 'imported',
    at: T,
    by: 'librarian',
    outcome: 'complete',
    counts: { OK: 12, DUPLICATE: 0, EXCLUDED: 0, ERROR: 1 },
  },
];
const check = {
  ...{ stores: 'ordinary', by: 'chief', at: T + HOUR_MS, artifacts: 12, intact: 11, damaged: 1, missing: 0 },
  ...{ unreadable: 0, notChecked: 0, repaired: 0, bytes: 100 },
};
const checks = [
  // The events contain an entry for this check, so the history must not list it twice.
  { ...check, check: 'c', scope: { kind: 'au', auid }, state: 'finished', verdict: 'faults' },
  { ...check, check: 'd', scope: { kind: 'au', auid }, state: 'cancelled', verdict: 'incomplete', at: T + 1 },
];
const entries = [
  { at: T + 2 * HOUR_MS, operation: 'deleteAus', user: 'chief', outcome: 'ok', requestId: 'r' },
];

function play({ path }: PageRequest): Response {
  requests.push(path);
  if (path.endsWith('/summaries')) return Response.json(hasContent ? [summary] : []);
  if (path.endsWith('/condition')) return Response.json(condition);
  if (path.endsWith('/report')) return Response.json(report);
  if (path.endsWith('/events')) return Response.json({ events });
  if (path.endsWith('/history')) return Response.json({ entries });
  if (path.endsWith('/checks')) return Response.json({ checks, pageInfo: { totalCount: 1 } });
  if (path.endsWith('/holds')) return Response.json({ holds: [], pageInfo: { totalCount: 0 } });
  return Response.json([]);
}

async function show(): Promise<void> {
  await page.show({ params: { auid }, query: new URLSearchParams() });
  await page.advance(1_000);
}
const textOf = (what: string) => page.root.findAll(what).map(({ text }) => text);

it('shows health, content and the history of both services', async () => {
  await show();
  expect(textOf('.au-sentences')[0]).toContain('1 artifact is damaged.');
  expect(page.root.text).toContain('neither configured nor in the title database');
  expect(page.root.text).toContain('www.example.org');
  const kinds = /found damaged|Deleted|Fixity c[a-z]+|Imported/;
  const lines = textOf('li').filter((text) => kinds.test(text));
  expect(lines.map((text) => kinds.exec(text)![0])).toEqual([
    'found damaged',
    'Deleted',
    'Fixity certificate',
    'Fixity check',
    'Imported',
  ]);
  expect(lines.at(-3)).toMatch(/Faults remain.*11 of 12 artifacts intact.*Damaged: 1.*chief/);
  expect(lines.at(-2)).toMatch(/Incomplete.*11 of 12/);
  expect(lines.at(-1)).toMatch(/12 stored.*1 error.*librarian/);
  // Documents that do not exist are not requested, because browsers log each 404.
  expect(requests.filter((path) => /auagreements|austates|aususpecturls/.test(path))).toEqual([]);
});

it('says which stores are incomplete if no store has a complete copy', async () => {
  page.close();
  const store = { state: 'complete', missing: 1, damaged: 0 };
  const stores = [
    { ...store, name: 'near' },
    { ...store, name: 'far' },
  ];
  condition = { ...basicCondition, stores };
  page = await openPage({ file: 'screens/au/au-screen.tsx', services: play });
  await show();
  expect(page.root.text).toContain('Complete copies none (near, far incomplete)');
  page.close();
  condition = { ...basicCondition, copies: 1, stores };
  page = await openPage({ file: 'screens/au/au-screen.tsx', services: play });
  await show();
  expect(page.root.text).toMatch(/Complete copies 1 +· near, far/);
});

it('shows the last certificate, which may be one of the whole namespace', async () => {
  await show();
  expect(page.root.text).toContain('Last certificate None');
  page.close();
  const lastCertificate = { ...certificate, at: T, by: 'chief', scope: 'namespace', check: 'e' };
  condition = { ...basicCondition, lastCertificate };
  page = await openPage({ file: 'screens/au/au-screen.tsx', services: play });
  await show();
  expect(page.root.text).toMatch(/whole namespace · Faults remain · 11 of 12 artifacts intact.*chief/);
  expect(page.root.findAll('a').map(({ attributes }) => attributes.get('href'))).toContain(
    '/console/checks/e',
  );
});

it('reports an unknown AU only if it has no content', async () => {
  hasContent = false;
  await show();
  expect(textOf('.empty-title')).toEqual(['No such AU']);
});
