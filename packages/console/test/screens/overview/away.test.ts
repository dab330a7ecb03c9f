// Tests the overview while a service is not ready or while its database is unavailable.
import { afterEach, describe, expect, it } from '@jest/globals';
import { makeNotReadyResponse, openPage, type Page, type PageRequest } from '../../page/open-page.ts';
import { healthySummary as summary } from './summaries.ts';

const never = new Promise<Response>(() => undefined);

let page: Page;
afterEach(() => page.close());

/** Opens the overview. `answer` returns the response to `GET /summary`; all other requests stay pending. */
async function openOverview(answer: () => Response | Promise<Response>): Promise<void> {
  page = await openPage({
    file: 'screens/overview/overview-screen.tsx',
    services: ({ path }: PageRequest) => (path.endsWith('/summary') ? answer() : never),
  });
  await page.show();
}

const problems = () => page.root.findAll('.problem').map(({ text }) => text);

describe('the overview', () => {
  it('says that the index is older than the store, and names the command that repairs it', async () => {
    const reason =
      'The service is not ready: The index is older than the object store: 3 journal lines are missing. ' +
      'Run ./holdfast keep rebuild --replace.';
    await openOverview(() => makeNotReadyResponse(reason));
    expect(problems()).toEqual([expect.stringContaining(reason)]);
    expect(page.root.text).not.toContain('AUs with content');
  });

  it('counts content that was stored in the period like content that was checked', async () => {
    const fixity = { ...summary.fixity, bytes: 9, checkedBytes: 7, recentBytes: 2, periodDays: 30 };
    await openOverview(() => Response.json({ ...summary, fixity }));
    expect(page.root.text).toContain('Stored or checked in the last 30 days 100%');
    expect(page.root.text).toContain('Not checked since storage 22.2%');
  });

  it('says after five seconds that a service does not answer', async () => {
    await openOverview(() => never);
    await page.advance(4_800);
    expect(problems()).toEqual([]);
    await page.advance(200);
    expect(problems()[0]).toContain('No response for 5 seconds');
  });

  it('shows the late answer by itself', async () => {
    let answer = (_response: Response): void => undefined;
    const late = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    await openOverview(() => late);
    await page.advance(6_000);
    answer(Response.json(summary));
    await page.advance(0);
    expect(page.root.text).toContain('AUs with content 12');
  });

  it('recovers by itself when the database is available again', async () => {
    let isAway = true;
    await openOverview(() =>
      isAway ? makeNotReadyResponse('the database cannot be reached') : Response.json(summary),
    );
    expect(problems()).toEqual([expect.stringContaining('the database cannot be reached')]);
    isAway = false;
    await page.advance(15_000);
    expect(page.root.text).toContain('AUs with content 12');
    expect(page.root.text).not.toContain('the database cannot be reached');
  });
});

describe('the card of the configuration service', () => {
  it('shows the reason why it is not ready apart from the warnings of the title database', async () => {
    const status = {
      ready: false,
      reason: 'the database cannot be reached',
      problems: [{ kind: 'titles', count: 172, examples: ['a.tdb:1: odd.'] }],
    };
    page = await openPage({
      file: 'screens/overview/configuration-card.tsx',
      component: 'ConfigurationCard',
      services: ({ path }) =>
        Response.json(path.endsWith('/status') ? status : path.endsWith('/loadedurls') ? [] : summary.at),
    });
    await page.show();
    const shown = page.root.findAll('dd')[0]!;
    expect(shown.findAll('span').map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Not ready', 'the database cannot be reached']),
    );
    const [warnings] = shown.findAll('a');
    expect(warnings!.text).toMatch(/^172 /);
    expect(warnings!.attributes.get('href')).toBe('/console/titles?view=findings');
  });
});
