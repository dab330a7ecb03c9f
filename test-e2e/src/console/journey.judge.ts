// Covers: packages/console services packages/http-kit/src/console
// Performs two tasks with only the console, in a real browser: from an empty node to a page replayed by pywb, and from
// a record damaged on disk to its repair.
import { fileURLToPath } from 'node:url';
import { describeWithTool, findFreePort, installPywb } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { findInstalledBrowser, openBrowser } from '../docs/browser.ts';
import { type PywbServer, startPywb } from '../pywb/pywb-server.ts';
import { readNetrc, readPywbConfig } from '../replay/replay-page.ts';
import { createReplayUsersFile } from '../replay/replay-user.ts';
import { type ConsolePage, logIn, openConsole, waitUntilSettled } from './console-page.ts';
import { dropFiles } from './drop-files.ts';
import { type EmptyNode, examplesUrl, startEmptyNode } from './empty-node.ts';
import { damageRecord } from './stored-record.ts';

const archive = fileURLToPath(new URL('sample.warc.gz', examplesUrl));
const replayPassword = 'a:b@c/d%e';

const pywb = await installPywb();
const executablePath = findInstalledBrowser();
const tools = executablePath === undefined ? { missing: 'Chromium is not installed on this machine' } : pywb;

/** Checks that the browser loaded and decoded an image. */
async function expectDrawn(image: Locator): Promise<void> {
  await image.waitFor();
  const width = await image.evaluate(async (found) => {
    const drawn = found as unknown as { decode(): Promise<void>; naturalWidth: number };
    await drawn.decode();
    return drawn.naturalWidth;
  });
  expect(width).toBeGreaterThan(0);
}

describeWithTool(tools, 'the console, from the first start on', (python) => {
  let node: EmptyNode;
  let replay: PywbServer;
  let opened: ConsolePage;
  let page: Page;
  let uuid: string;

  beforeAll(async () => {
    const port = await findFreePort();
    const browser = await openBrowser(executablePath!);
    node = await startEmptyNode({
      env: { USERS_FILE: await createReplayUsersFile(replayPassword) },
      repositoryEnv: {
        REPLAY_LINK: `http://127.0.0.1:${port}/holdfast/{timestamp}/{url}`,
        FIXITY_PERIOD: '30d',
      },
    });
    const config = readPywbConfig(node.repositoryUrl);
    [replay, opened] = await Promise.all([
      startPywb({ python, config, netrc: readNetrc(replayPassword), port }),
      openConsole(browser, node.configurationUrl),
    ]);
    ({ page } = opened);
    await logIn(opened, node.user, node.password);
  }, 120_000);
  afterAll(() => replay?.stop());

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const go = async (name: string) => {
    await page.locator('nav.navigation').getByRole('link', { name, exact: true }).click();
    await waitUntilSettled(page);
  };

  it('says what to do first, and takes what is dropped there', async () => {
    await page.getByText('Nothing is stored yet.').waitFor();
    await dropFiles(page, page.locator('.drop-place'), [archive]);
    await page.getByRole('heading', { name: 'Import', exact: true }).waitFor();
    await page.getByText(/^1 file,/).waitFor();
  }, 60_000);

  it('makes the AU that it belongs to of a plugin and its parameters, and imports it', async () => {
    await button('New AU…').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Plugin' }).fill('TidesPlugin');
    await dialog.getByRole('option').first().click();
    await dialog.getByLabel('Base URL').fill('http://www.example.org/');
    await dialog.getByLabel('Year').fill('2025');
    await dialog.getByText(/year~2025$/).waitFor();
    await dialog.getByRole('button', { name: 'Use this AU' }).click();
    await dialog.waitFor({ state: 'detached' });
    await button('Import 1 file').click();
    await page.getByText('1 file imported', { exact: true }).waitFor();
  }, 60_000);

  it('leads from the content to a capture, and shows what it looks like', async () => {
    await link('View content').click();
    await page.getByRole('treeitem', { name: 'http://www.example.org/' }).click();
    await page.getByRole('treeitem', { name: 'www.example.org/', exact: true }).click();
    await page.getByRole('link', { name: /^Version 1/ }).click();
    await page.locator('.preview-frame').waitFor();
    uuid = new URL(page.url()).pathname.split('/').at(-1)!;
  }, 60_000);

  it('leads to the page as pywb replays it', async () => {
    const [replayed] = await Promise.all([
      page.context().waitForEvent('page'),
      link('Open in replay').click(),
    ]);

    const frame = replayed.frameLocator('#replay_iframe');
    await frame.getByText(/tide/i).first().waitFor({ timeout: 10_000 });
    await expectDrawn(frame.locator('img').first());
    await replayed.close();
    expect(opened.complaints).toEqual([]);
  }, 60_000);

  /**
   * Starts a fixity check. Resolves when the check has finished and the overview displays the damage without a reload.
   */
  async function checkFixity(): Promise<void> {
    await go('Preservation');
    const job = page.locator('.job', { hasText: 'Fixity check' });
    await job.getByRole('button', { name: 'Start now' }).click();
    await job.getByText('1 damaged').waitFor({ timeout: 20_000 });
    await go('Overview');
    await link('1 artifact is damaged.').click();
    await page.getByRole('link', { name: 'http://www.example.org/', exact: true }).waitFor();
  }

  it('finds a record that was damaged on the disk, says what would mend it, and that is so', async () => {
    await damageRecord(node, uuid);
    await checkFixity();
    await button('Repair').click();
    await page.getByText('No intact copy was found.').waitFor();
    await page.getByRole('link', { name: /^Import the same content/ }).click();
    await page.locator('input[type=file]').first().setInputFiles(archive);
    await button('Import 1 file').click();
    await page.getByText('All 2 files imported', { exact: true }).waitFor();
    await go('Overview');
    await page.getByText('No damage found.').waitFor();
  }, 60_000);

  it('repairs it from a copy that another AU has', async () => {
    await go('Import');
    await page
      .getByLabel('AUID')
      .fill('org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~2026');
    await page.locator('input[type=file]').first().setInputFiles(archive);
    await button('Import 1 file').click();
    await page.getByText('All 3 files imported', { exact: true }).waitFor();
    await damageRecord(node, uuid);
    await checkFixity();
    await button('Repair').click();
    await page.getByText('Repaired from an intact copy of the same content:').waitFor();
    await go('Overview');
    await page.getByText('No damage found.').waitFor();
    await go('Preservation');
    await page.getByRole('tab', { name: 'Damaged' }).click();
    await page.getByText('No damage found').waitFor();
    expect(opened.complaints).toEqual([]);
  }, 60_000);
});
