// Tests the list of matches of the search box: its groups, the facts about a capture, and services that do not respond.
import { afterEach, expect, it } from '@jest/globals';
import { makeNotReadyResponse, openPage, type Page, type PageServices } from '../page/open-page.ts';

const auid = 'org|example|plugin|P&year~2025';
const capture = {
  ...{ namespace: 'default', uuid: '0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61', auid, version: 2 },
  ...{ uri: 'http://www.example.org/tides', collectionDate: Date.UTC(2025, 10, 27, 23, 30) },
  ...{ httpStatus: 200, mediaType: 'text/html', contentLength: 12_345, captures: 3 },
};
const urls = { mode: 'pages', state: 'ready', queued: 0, delaySeconds: 0, match: 'part' };
const result = (changes: object = {}) => ({
  ...{ query: { kind: 'url', text: 'tides' }, captures: [capture], more: false, aus: [], urls },
  ...changes,
});

const answers: Readonly<Record<string, unknown>> = {
  '/namespaces': ['default'],
  '/search': result(),
  '/ws/auqueries': [{ auId: auid, name: 'Journal of Tides 2025' }],
  '/ws/tdbaus': [],
  '/ws/tdbtitles': [
    { id: '1', name: 'Journal of Tides', issns: ['1234-5678'], tdbPublisher: { name: 'Tide Press' } },
  ],
  '/ws/tdbpublishers': [{ name: 'Tide Press' }],
};

let page: Page;
afterEach(() => page.close());

async function search(text: string, services: PageServices): Promise<void> {
  page = await openPage({ file: 'search/search-field.tsx', component: 'SearchField', services });
  await page.show();
  const field = page.root.findAll('input')[0]!;
  Object.assign(field, { value: text });
  field.fire('input', { currentTarget: { value: text } });
  await page.advance(500);
}

const answer: PageServices = ({ path }) => {
  const found = Object.entries(answers).find(([end]) => path.endsWith(end));
  return found === undefined ? makeNotReadyResponse(path) : Response.json(found[1]);
};
const groups = () => page.root.findAll('.combobox-group').map(({ text }) => text);
const options = () => page.root.findAll('.combobox-option').map(({ text }) => text);

it('shows captures, AUs, titles and publishers in groups', async () => {
  await search('tides', answer);
  expect(groups()).toEqual(['Captures', 'AUs', 'Titles', 'Publishers', 'Search']);
  expect(options()).toEqual([
    expect.stringContaining('http://www.example.org/tides'),
    expect.stringContaining('Journal of Tides 2025'),
    expect.stringContaining('Tide Press · 1234-5678'),
    expect.stringContaining('Tide Press'),
    expect.stringContaining('All results'),
  ]);
});

it('shows the AU, the date in UTC, status, type, size and number of captures', async () => {
  await search('tides', answer);
  expect(options()[0]).toContain(
    'Journal of Tides 2025 · Nov 27, 2025 UTC · 200 · text/html · 12.3 kB · 3 captures',
  );
});

it('reports which service does not respond, and shows the results of the other', async () => {
  await search('tides', (request) =>
    request.path.includes('/ws/') ? makeNotReadyResponse('it loads titles') : answer(request),
  );
  expect(groups()[0]).toBe('Captures');
  expect(groups()[1]).toMatch(/^AUs: ./);
  expect(options()).toHaveLength(2);
});

it('shows the text of the search screen, and no text on other screens', async () => {
  await search('tides', answer);
  const text = () => (page.root.findAll('input')[0] as { value?: string } | undefined)?.value;
  await page.navigate('/search?q=ebb');
  expect(text()).toBe('ebb');
  expect(options()).toEqual([]);
  await page.navigate('/aus');
  expect(text()).toBe('');
});

it('searches titles and their AUs for an ISSN', async () => {
  await search('12345678', answer);
  const queries = page.requests.map(({ query }) => [...query.values()].join(' '));
  expect(queries.filter((query) => query.includes("'1234-5678' in"))).toHaveLength(2);
});
