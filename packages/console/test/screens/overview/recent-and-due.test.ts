// Tests the top of the overview: problems with links to their details, events since the last visit, and tasks that are
// due.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openPage, type Page, type PageRequest } from '../../page/open-page.ts';
import { DAY_MS, healthySummary as well } from './summaries.ts';

const nowMs = Date.now();
const summary = { ...well, at: nowMs, fixity: { ...well.fixity, oldestCheck: nowMs - 12 * DAY_MS } };
const pageInfo = { totalCount: 0, resultsPerPage: 0, curLink: '' };
const counts = { OK: 100, DUPLICATE: 0, EXCLUDED: 0, ERROR: 0 };

let page: Page;
let answers: Record<string, unknown>;

beforeEach(() => {
  answers = {
    summary,
    copies: { stores: [], peers: { sources: [] } },
    notices: { notices: [] },
    imports: { imports: [], pageInfo },
    audit: { entries: [] },
    deletions: { deletions: [], pageInfo },
    holds: { holds: [], pageInfo },
    tokens: { tokens: [], revision: null, whyFixed: null },
  };
});
afterEach(() => page.close());

const never = new Promise<Response>(() => undefined);

async function openOverview(): Promise<void> {
  page = await openPage({
    file: 'screens/overview/overview-screen.tsx',
    services: ({ path }: PageRequest) => {
      if (path === '/console/configuration/notices') return Response.json({ notices: [] });
      const answer = answers[path.slice(path.lastIndexOf('/') + 1)];
      return answer === undefined ? never : Response.json(answer);
    },
  });
  await page.show();
  await page.advance(200);
}

/** Returns the text and the target of each link in a part of the page. */
const linksIn = (part: string): (readonly [string, string | undefined])[] =>
  page.root
    .findAll(part)
    .flatMap((found) => found.findAll('a'))
    .map(({ text, attributes }) => [text, attributes.get('href')]);
const headings = (): string[] => page.root.findAll('h2').map(({ text }) => text);

const hour = 3_600_000;
const past = (ageMs: number, part: object = {}) => ({
  ...{
    id: `${ageMs}`,
    outcome: 'complete',
    namespace: 'default',
    auid: 'au',
    requestId: 'r',
    uploadBytes: 1,
  },
  ...{ started: nowMs - ageMs - 1_000, seen: nowMs - ageMs, counts, ...part },
});
const notice = (kind: string, detail: object, status = 'event') => ({
  id: kind,
  at: nowMs,
  kind,
  status,
  detail,
});

describe('what is wrong', () => {
  it('links every problem', async () => {
    answers.summary = {
      ...summary,
      damage: { artifacts: 2, objects: 0 },
      jobs: { failed: ['sweep'], paused: [] },
    };
    await openOverview();
    expect(headings()).toContain('Needs attention');
    expect(linksIn('.says')).toEqual([
      ['2 artifacts are damaged.', '/console/keeping?tab=damage'],
      ['1 job failed.', '/console/keeping'],
    ]);
  });

  it('has no list if there are no problems', async () => {
    await openOverview();
    expect(headings()).not.toContain('Needs attention');
    expect(page.root.findAll('.says')[0]!.text).toContain('All 48,210 artifacts are stored.');
  });
});

describe('what happened', () => {
  it('counts the last seven days on the first visit, not since midnight', async () => {
    answers.imports = {
      imports: [
        past(0, { outcome: 'running' }),
        past(hour),
        past(30 * hour, { counts: { ...counts, ERROR: 1 } }),
        past(8 * 24 * hour),
      ],
      pageInfo,
    };
    answers.notices = {
      notices: [
        notice('damage.found', { count: 3 }),
        notice('damage.found', {}),
        notice('check.finished', {}),
        notice('import.finished', { count: 7 }),
        { ...notice('store.away', {}, 'firing'), incident: 'away' },
        { ...notice('store.away', {}, 'resolved'), incident: 'away', at: nowMs + 1 },
        { ...notice('job.failed', {}, 'firing'), incident: 'job' },
        { ...notice('job.failed', { since: 1 }, 'firing'), incident: 'job', at: nowMs + 1 },
      ],
    };
    answers.audit = { entries: [{}, {}] };
    await openOverview();
    expect(headings()).toContain('In the last seven days');
    const links = linksIn('.overview-lines');
    expect(links.map(([text]) => text)).toEqual([
      'Damage was found in 4 artifacts.',
      '1 fixity check finished.',
      '1 new problem on the node.',
      '1 problem on the node was resolved.',
      '1 import had errors.',
      '2 imports ended. Artifacts stored: 200.',
      '2 configuration changes.',
    ]);
    expect(links[0]![1]).toBe('/console/keeping?tab=damage');
    expect(links[1]![1]).toBe('/console/checks');
    expect(links[2]![1]).toBe('/console/notifications');
    expect(links[6]![1]).toMatch(/^\/console\/audit\?service=configuration&event=write&from=/);
  });

  it('reports that nothing is new and nothing is due', async () => {
    await openOverview();
    expect(page.root.findAll('.overview-recent')[0]!.text).toContain('Nothing new.');
    expect(page.root.findAll('.overview-recent')[0]!.text).toContain('Nothing is due.');
  });
});

describe('what is due', () => {
  it('lists the next check, and holds and tokens that end soon', async () => {
    answers.summary = { ...summary, fixity: { ...summary.fixity, oldestCheck: nowMs - 87.5 * DAY_MS } };
    const hold = { hold: 'h', namespace: 'default', auid: 'au', by: 'ada', reason: 'r', since: 1 };
    answers.holds = {
      holds: [
        { ...hold, until: nowMs + 3 * DAY_MS, active: true },
        { ...hold, until: nowMs + 90 * DAY_MS, active: true },
        { ...hold, until: nowMs - DAY_MS, active: false },
        { ...hold, active: true },
      ],
      pageInfo,
    };
    const token = { id: 't', name: 'nightly', owner: 'ada', roles: [], namespaces: null, created: '' };
    answers.tokens = {
      tokens: [{ ...token, ends: new Date(nowMs + DAY_MS).toISOString() }],
      revision: null,
      whyFixed: null,
    };
    answers.deletions = { deletions: [{}, {}], pageInfo: { ...pageInfo, totalCount: 2 } };
    await openOverview();
    expect(linksIn('.overview-lines')).toEqual([
      ['The oldest content must be checked within 2 days.', '/console/keeping'],
      ['2 deletion requests wait for approval.', '/console/keeping?tab=deletions'],
      ['1 hold ends within 30 days.', '/console/keeping?tab=holds'],
      ['1 API token expires within 14 days.', '/console/users'],
    ]);
  });
});
