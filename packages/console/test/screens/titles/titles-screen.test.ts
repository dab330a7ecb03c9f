// Tests the rendered screen of the title database: the units of its counts, and the buttons to add AUs.
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openPage, type Page, type PageRequest } from '../../page/open-page.ts';

const publisher = (name: string, count: number) => ({ tdbPublisher: { name }, count });
const au = (name: string, part: object) => ({ auId: name, name, year: '2014', pluginName: 'p', ...part });

const titles = [{ id: 't1', name: 'Journal', issns: [] }];
const aus = [
  au('Free', { active: false, down: false, addable: true }),
  au('Unknown plugin', { active: false, down: false, addable: false }),
  au('Here', { active: true, down: false, addable: true }),
];

let page: Page;
let queries: string[];
/** Response to the query for publishers with matching AUs. */
let publishersOfSearch: Promise<Response>;
let answerSearch: (response: Response) => void;

beforeEach(async () => {
  queries = [];
  publishersOfSearch = new Promise((resolve) => {
    answerSearch = resolve;
  });
  page = await openPage({ file: 'screens/titles/titles-screen.tsx', services: play });
});
afterEach(() => page.close());

function play({ path, query }: PageRequest): Response | Promise<Response> {
  const text = query.get('tdbTitleQuery') ?? query.get('tdbAuQuery') ?? '';
  queries.push(text);
  if (/^select tdbPublisher.name, count/.test(text))
    return path.endsWith('/tdbaus')
      ? publishersOfSearch
      : Response.json([publisher('Press', 3), publisher('Other', 1)]);
  if (/^select auId, name/.test(text)) return Response.json(aus);
  if (/^select count/.test(text)) return Response.json([{ count: 1 }]);
  return Response.json(path.endsWith('/tdbtitles') ? titles : titles.map((tdbTitle) => ({ tdbTitle })));
}

const show = (query: string) => page.show({ query: new URLSearchParams(query) });
const counts = () => page.root.findAll('.title-more').map(({ text }) => text);
const lines = () => page.root.findAll('.title-line');

it('shows the unit of the rows, also while the rows of a search are awaited', async () => {
  await show('');
  expect(counts()).toEqual(['3 titles', '1 title']);
  await show('missing=1');
  expect(counts()).toEqual(['3 titles', '1 title']);
  answerSearch(Response.json([publisher('Press', 5), publisher('Other', 2)]));
  await page.advance(100);
  expect(counts()).toEqual(['5 AUs', '2 AUs']);
});

it('says after five seconds that a search gets no answer, and shows the late answer by itself', async () => {
  await show('missing=1');
  await page.advance(4_800);
  expect(page.root.findAll('.problem')).toEqual([]);
  await page.advance(200);
  expect(page.root.findAll('.problem')[0]!.text).toContain('No response for 5 seconds');
  answerSearch(Response.json([publisher('Press', 5)]));
  await page.advance(100);
  expect(page.root.findAll('.problem')).toEqual([]);
  expect(counts()[0]).toBe('5 AUs');
});

it('searches for AUs that can be added, and offers no others', async () => {
  await show('missing=1');
  answerSearch(Response.json([publisher('Press', 3)]));
  await page.advance(100);
  // The only publisher is already expanded, so the click expands its title.
  const tree = page.root.findAll('.title-lines')[0]!;
  const target = {
    closest: (what: string) => (what === '[data-index]' ? { dataset: { index: '1' } } : null),
  };
  tree.fire('click', { target });
  await page.advance(100);
  expect(lines().map(({ text }) => text)).toEqual([
    'Press 3 AUs',
    'Journal',
    'Free 2014',
    'Unknown plugin Cannot be added: plugin or parameter missing 2014',
    'Here Configured 2014',
  ]);
  expect(lines().map((line) => isOffered(line.findAll('input')[0]!))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  const searches = queries.filter((query) => query.includes(' where '));
  expect(searches).toHaveLength(3);
  for (const query of searches) expect(query).toContain('active = false and down = false and addable = true');
});

it('counts and adds only the AUs that can be added, if a publisher is selected', async () => {
  await show('');
  lines()[0]!.findAll('input')[0]!.fire('click');
  await page.advance(100);
  expect(queries.at(-1)).toBe(
    "select count(*) as count where tdbPublisher.name = 'Press' and active = false and addable = true",
  );
  expect(page.root.findAll('.add-bar')[0]!.text).toContain('Add 1 AU');
});

const isOffered = ({ attributes }: { attributes: ReadonlyMap<string, string> }): boolean =>
  !attributes.has('disabled');
