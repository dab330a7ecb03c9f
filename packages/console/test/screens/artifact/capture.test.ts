// Tests the screen of one capture: its head, the navigation between captures, and a damaged capture.
import type { ArtifactOverview } from '@holdfast/api-types';
import { afterEach, expect, it } from '@jest/globals';
import { openPage, type Page, type PageRequest } from '../../page/open-page.ts';

const uuid = '01926f2c-6c43-7b7e-9f4e-1f2f6f3b8c11';
const before = '01926f2c-6c43-7b7e-9f4e-1f2f6f3b8c10';
const capturedMs = Date.UTC(2014, 0, 26, 20, 6, 24);
const artifact = {
  ...{ uuid, namespace: 'default', auid: 'an AUID', uri: 'http://www.example.org/a/tides.html' },
  ...{ version: 1, contentLength: 5_678, collectionDate: capturedMs, committed: true },
};
const overview: ArtifactOverview = {
  ...{ artifact, httpStatus: 200, mediaType: 'text/html', condition: 'intact', held: false, captures: 2 },
  copies: { total: 2, intact: 2 },
  previous: { uuid: before, collectionDate: Date.UTC(2013, 0, 1) },
};
const never = new Promise<Response>(() => undefined);
const unreadable = () =>
  new Response(JSON.stringify({ type: 'about:blank', title: 'Bad gateway', status: 502 }), {
    status: 502,
    headers: { 'content-type': 'application/problem+json' },
  });

let page: Page;
afterEach(() => page.close());

/** Opens the screen. The keys of `answers` are the ends of paths. Requests for other paths stay pending. */
async function openCapture(answers: Readonly<Record<string, () => Response>>): Promise<void> {
  page = await openPage({
    file: 'screens/artifact/artifact-screen.tsx',
    services({ path }: PageRequest) {
      const [, answer] = Object.entries(answers).find(([end]) => path.endsWith(end)) ?? [];
      return answer?.() ?? never;
    },
  });
  await page.show({ params: { uuid }, query: new URLSearchParams('namespace=default') });
}

it('shows the date in UTC, status, type, size, AU and condition of a capture', async () => {
  await openCapture({ '/overview': () => Response.json(overview) });
  const [head] = page.root.findAll('.capture-head');
  expect(head!.findAll('h1')[0]!.text).toBe('tides.html');
  expect(head!.text).toMatch(
    /Captured .*26.*2014.*(?:20|8):06:24.* UTC · 200 · text\/html · 5\.68 kB · Version 1/,
  );
  expect(head!.text).toContain('an AUID');
  expect(head!.text).toContain('Intact · 2 copies');
});

it('names the stores without an intact copy', async () => {
  const stores = [
    { name: 'near', state: 'intact' },
    { name: 'far', state: 'missing' },
  ] as const;
  const copies = { total: 2, intact: 1, stores: [...stores] };
  await openCapture({
    '/overview': () => Response.json({ ...overview, condition: 'unchecked', held: true, copies }),
  });
  const { text } = page.root.findAll('.capture-head')[0]!;
  expect(text).toContain('Not checked yet · 1 of 2 copies intact · far: missing');
  expect(text).toContain('On hold');
});

it('links to the previous capture, and shows that there is no next one', async () => {
  await openCapture({ '/overview': () => Response.json(overview) });
  const [navigation] = page.root.findAll('.capture-navigation');
  const links = navigation!.findAll('a').map(({ attributes }) => attributes.get('href'));
  expect(links).toEqual([`/console/artifacts/${before}?namespace=default`]);
  expect(navigation!.text).toMatch(/Previous ?: .*2013.* UTC Latest capture Calendar: 2 captures/);
});

it('shows the damage of a capture instead of the error of the request', async () => {
  const damages = [{ part: 'record', reason: 'the digest differs', found: Date.UTC(2026, 10, 23) }];
  await openCapture({
    '/overview': () => Response.json({ ...overview, condition: 'damaged', copies: { total: 1, intact: 0 } }),
    '/damage': () => Response.json({ artifacts: [{ ...artifact, damages }] }),
    [`/artifacts/${uuid}`]: unreadable,
  });
  expect(page.root.text).toContain('the digest differs');
  expect(page.root.findAll('button').map(({ text }) => text)).toContain('Repair');
  expect(page.root.text).toContain('The content cannot be read, because this capture is damaged.');
  expect(page.root.findAll('.problem')).toEqual([]);
});

it('shows the error of the request if no damage is known', async () => {
  await openCapture({
    '/overview': () => Response.json(overview),
    '/damage': () => Response.json({ artifacts: [] }),
    [`/artifacts/${uuid}`]: unreadable,
  });
  expect(page.root.findAll('.problem')).toHaveLength(1);
});

it('shows that a request to delete the capture is open', async () => {
  await openCapture({
    '/overview': () => Response.json(overview),
    '/deletions': () => Response.json({ deletions: [{ number: 17, state: 'requested' }] }),
  });
  await page.advance(0);
  const links = page.root.findAll('.capture-head')[0]!.findAll('a');
  const mark = links.find(({ text }) => text === 'Deletion requested');
  expect(mark?.attributes.get('href')).toBe('/console/keeping?tab=deletions');
  expect(page.requests.find(({ path }) => path.endsWith('/deletions'))!.query.get('state')).toBe('requested');
});
