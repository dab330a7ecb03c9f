// Tests that lists and tables report a database outage, and load automatically after the outage.
import { afterEach, describe, expect, it } from '@jest/globals';
import { makeNotReadyResponse, openPage, type Page } from '../page/open-page.ts';

const REASON = 'the database cannot be reached';
const never = new Promise<Response>(() => undefined);

const LISTS = [
  {
    name: 'past imports',
    part: { file: 'screens/import/history.tsx', component: 'ImportHistory' },
    path: '/imports',
    answer: () => Response.json({ imports: [], pageInfo: { totalCount: 0 } }),
    shown: 'No imports yet',
  },
  {
    name: 'AUs',
    part: { file: 'screens/aus/aus-screen.tsx' },
    path: '/ws/auqueries.csv',
    answer: () => new Response('auNumber\r\n7\r\n8\r\n9\r\n', { headers: { 'content-type': 'text/csv' } }),
    shown: '3 configured AUs',
  },
  {
    name: 'source problems',
    part: { file: 'screens/titles/findings.tsx', component: 'SourceProblems' },
    path: '/titles/findings',
    answer: () => Response.json({ findings: [], total: 0 }),
    shown: 'No problems in the sources',
  },
];

let page: Page;
afterEach(() => page.close());

describe.each(LISTS)('the list of $name', ({ part, path, answer, shown }) => {
  const open = async (services: () => Response | Promise<Response>) => {
    page = await openPage({ ...part, services: (one) => (one.path.endsWith(path) ? services() : never) });
    await page.show({ query: new URLSearchParams() });
  };

  it('shows the reason of an outage and recovers by itself', async () => {
    let isAway = true;
    await open(() => (isAway ? makeNotReadyResponse(REASON) : answer()));
    expect(page.root.text).toContain(REASON);
    isAway = false;
    await page.advance(15_000);
    expect(page.root.text).not.toContain(REASON);
    expect(page.root.text).toContain(shown);
  });

  it('says after five seconds that there is no answer', async () => {
    await open(() => never);
    await page.advance(4_800);
    expect(page.root.text).not.toContain('No response');
    await page.advance(200);
    expect(page.root.text).toContain('No response for 5 seconds');
  });
});
