// Covers: packages/console/src/search packages/console/src/screens/search services/repository-service/src/features/search services/repository-service/src/index/search services/repository-service/src/jobs/search
// Searches in the console in a real browser: by keyboard, by part of a URL, by digest and by title.
import { createRepositoryClient, type RepositoryClient } from '@holdfast/client';
import { beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../docs/browser.ts';
import { describeWithBrowser } from '../docs/describe-with-browser.ts';
import { type ConsoleNode, startConsoleNode } from './console-node.ts';
import {
  CONSOLE_VIEWS,
  type ConsolePage,
  findAccessFaults,
  isPageTooWide,
  logIn,
  openConsole,
  waitUntilSettled,
} from './console-page.ts';

interface SearchableArtifact {
  readonly uuid: string;
  readonly uri: string;
  readonly contentDigest: string;
}

describeWithBrowser('the search of the console', (executablePath) => {
  let node: ConsoleNode;
  let browser: Browser;
  let repository: RepositoryClient;
  let stored: SearchableArtifact;
  /** Text from the middle of the stored URL's path. */
  let part: string;

  beforeAll(async () => {
    [node, browser] = await Promise.all([startConsoleNode(), openBrowser(executablePath)]);
    const { repositoryUrl: url, user, password } = node;
    repository = createRepositoryClient({ url, user, password });
    const { artifacts } = await repository.getArtifactsFromAllAus({});
    stored = artifacts.find(({ uri = 'x:' }) => new URL(uri).pathname.length > 6) as SearchableArtifact;
    part = new URL(stored.uri).pathname.slice(2, -1);
    await waitUntilSearchable(repository, part);
  }, 120_000);

  async function open(view = CONSOLE_VIEWS[0]!): Promise<ConsolePage> {
    const opened = await openConsole(browser, node.configurationUrl, '', view);
    await logIn(opened, node.user, node.password);
    return opened;
  }

  const options = (page: Page) => page.locator('.search-box [role=option]');

  it('finds a page by part of its URL with the keyboard alone', async () => {
    const { page, context, complaints } = await open();
    // Repeats the key press, because the key works only after the screen is rendered.
    while ((await page.locator('.search-box input:focus').count()) === 0) {
      await page.keyboard.press('/');
      await page.waitForTimeout(100);
    }
    await page.keyboard.type(part);
    await options(page).first().waitFor();
    expect(await options(page).first().textContent()).toContain(stored.uri);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/artifacts\//);
    expect(await waitUntilSettled(page)).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  }, 60_000);

  it('keeps the text that is typed before the list has loaded', async () => {
    const { page, context } = await open();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.locator('.search-box input').click();
    await page.keyboard.type(part);
    release();
    await options(page).filter({ hasText: stored.uri }).first().waitFor();
    expect(await page.locator('.search-box [role=combobox]').inputValue()).toBe(part);
    await context.close();
  }, 60_000);

  it('finds an artifact by its digest, and a title by its name', async () => {
    const { page, context } = await open();
    const box = page.locator('.search-box input');
    await box.click();
    await page.locator('.search-box [role=combobox]').fill(stored.contentDigest);
    await options(page).filter({ hasText: stored.uri }).first().click();
    await page.waitForURL(/\/artifacts\/[0-9a-f-]{36}/);
    await page.locator('.search-box [role=combobox]').fill('tide tab');
    await page.getByRole('group', { name: 'Titles' }).getByRole('option').first().click();
    await page.waitForURL(/\/titles\?q=/);
    await context.close();
  }, 60_000);

  it('lists all results, wide and narrow, light and dark', async () => {
    const faults = await Promise.all(
      CONSOLE_VIEWS.map(async (view) => {
        const opened = await open(view);
        const { page } = opened;
        await page.locator('.search-box input').click();
        await page.locator('.search-box [role=combobox]').fill(part);
        await options(page).first().waitFor();
        const ofList = await findAccessFaults(opened);
        const isListTooWide = await isPageTooWide(opened);
        await page.keyboard.press('Enter');
        await page.waitForURL(/\/search\?q=/);
        await waitUntilSettled(page);
        await page.getByRole('row').nth(1).waitFor();
        const found = [...ofList, ...(await findAccessFaults(opened)), ...opened.complaints];
        const isTooWide = isListTooWide || (await isPageTooWide(opened));
        await opened.context.close();
        return { found, isTooWide };
      }),
    );
    expect(faults).toEqual(CONSOLE_VIEWS.map(() => ({ found: [], isTooWide: false })));
  }, 120_000);
});

async function waitUntilSearchable(repository: RepositoryClient, q: string): Promise<void> {
  for (;;) {
    const { captures, urls } = await repository.searchContent({ q });
    if (captures.length > 0 && urls.match === 'part') return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
