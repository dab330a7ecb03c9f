// Covers: services packages
// Opens a WACZ from the service in the unmodified ReplayWeb.page in Chromium, by range requests from another origin.
// The replayed page must have its style sheet and images.
import { createReadStream } from 'node:fs';
import {
  corpus,
  createTemporaryFolder,
  createTestDatabase,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import type { Frame, Page } from 'playwright-core';
import { findInstalledBrowser, openBrowser } from '../docs/browser.ts';
import { startRepository } from '../support/repository-server.ts';
import { installReplayWeb } from './installed-replayweb.ts';
import { startLoginSite, startScriptSite } from './replayweb-sites.ts';

const home = 'http://www.iana.org/';
const browser = findInstalledBrowser();
const missing = !corpus.available
  ? 'the corpus is not there'
  : browser === undefined
    ? 'there is no browser'
    : undefined;
const replayWeb = missing === undefined ? await installReplayWeb() : { missing };
if ('missing' in replayWeb) process.stderr.write(`NOT RUN: "ReplayWeb.page": ${replayWeb.missing}.\n`);
const itWith = 'missing' in replayWeb ? it.skip : it;

itWith(
  'ReplayWeb.page shows a page of an exported WACZ, with its style and its images',
  async () => {
    const { folder } = replayWeb as { folder: string };
    let client: TestRepositoryClient;
    const login = await startLoginSite(() => client);
    const source = `${login.origin}/exports/default.wacz?auid=iana`;
    const site = await startScriptSite(
      folder,
      () => `<!doctype html><script src="/ui.js"></script>
<replay-app-main></replay-app-main>`,
    );
    client = await startReplayRepository(site);
    const page = await (await openBrowser(browser!)).newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(
      `${site}/?source=${encodeURIComponent(source)}#view=replay&url=${encodeURIComponent(home)}&ts=20140126200624`,
    );
    const replayed = await waitForReplayedFrame(page);
    // The script is a string, because these tests are compiled without DOM types.
    await replayed.waitForFunction(`
      document.images.length > 0 && Array.from(document.images).every((image) => image.naturalWidth > 0) &&
      Array.from(document.styleSheets).some((sheet) => sheet.cssRules.length > 10)`);
    expect(await replayed.title()).toBe('Internet Assigned Numbers Authority');
    expect(login.answers.filter(({ status }) => status === 206).length).toBeGreaterThan(2);
    expect(login.answers.filter(({ method, status }) => method === 'GET' && status === 200)).toEqual([]);
  },
  60_000,
);

async function startReplayRepository(allowOrigin: string): Promise<TestRepositoryClient> {
  const { url: databaseUrl } = await createTestDatabase();
  const objectStore = `fs:${await createTemporaryFolder()}`;
  const { client } = await startRepository({
    databaseUrl,
    objectStore,
    env: { REPLAY_ALLOW_ORIGIN: allowOrigin },
  });
  const input = createReadStream(corpus.path('warcs/pywb/iana.warc.gz'));
  const { status } = await client.importArchive(input, { auid: 'iana', storeDuplicate: true });
  expect(status).toBe(200);
  return client;
}

async function waitForReplayedFrame(page: Page): Promise<Frame> {
  for (let tries = 0; tries < 150; tries++) {
    const found = page.frames().find((frame) => frame.url().includes(`mp_/${home}`));
    if (found) return found;
    await page.waitForTimeout(100);
  }
  throw new Error(
    `no frame replays it: ${page
      .frames()
      .map((frame) => frame.url())
      .join(' ')}`,
  );
}
