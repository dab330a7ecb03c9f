// Covers: packages/console packages/http-kit/src/console packages/api-types/openapi
// Opens every route of the console in a real browser, wide and narrow, light and dark. axe and the browser must report
// no errors. No request may go to another origin, no page may be wider than its window, and no text may be cut off, in
// any language.
import { beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../docs/browser.ts';
import { describeWithBrowser } from '../docs/describe-with-browser.ts';
import { type ConsoleNode, startConsoleNode } from './console-node.ts';
import {
  CONSOLE_VIEWS,
  type ConsolePage,
  type ConsoleView,
  findAccessFaults,
  isPageTooWide,
  logIn,
  navigateTo,
  openConsole,
  waitUntilSettled,
} from './console-page.ts';
import { CONSOLE_LOCALES, type ConsoleLanguage, findCutTexts, readFixedTexts } from './cut-text.ts';
import { fillRoute, listConsoleAddresses, listConsoleRoutes } from './routes.ts';

describeWithBrowser('every screen of the console', (executablePath) => {
  let browser: Browser;
  let node: ConsoleNode;

  beforeAll(async () => {
    [node, browser] = await Promise.all([startConsoleNode(), openBrowser(executablePath)]);
  }, 120_000);

  it('can be used by everybody, wide and narrow, light and dark', async () => {
    // Checks all views in parallel, because each spends most of its time waiting.
    const found = await Promise.all(CONSOLE_VIEWS.map((view) => faultsInView(view)));
    expect(found).toEqual(
      CONSOLE_VIEWS.map((view) => ({ view, faults: {}, origins: [node.configurationUrl] })),
    );
  }, 120_000);

  async function faultsInView(view: ConsoleView) {
    const opened = await openConsole(browser, node.configurationUrl, '', view);
    await logIn(opened, node.user, node.password);
    const faults: Record<string, string[]> = {};
    for (const route of listConsoleRoutes()) {
      const address = fillRoute(route, node.subjects);
      if (address === undefined) continue;
      const isThere = await navigateTo(opened, address);
      const found = [...(isThere ? [] : ['no screen with a heading']), ...(await findScreenFaults(opened))];
      if (found.length > 0) faults[route] = found;
    }
    const origins = [...opened.origins];
    await opened.context.close();
    return { view, faults, origins };
  }

  it.each(Object.keys(CONSOLE_LOCALES) as ConsoleLanguage[])(
    'shows every text in full in %s',
    async (language) => {
      expect(await Promise.all([1440, 360].map((width) => cutTextsIn(language, width)))).toEqual([[], []]);
    },
    300_000,
  );

  async function cutTextsIn(language: ConsoleLanguage, width: number): Promise<string[]> {
    const view = { width, scheme: 'light', locale: CONSOLE_LOCALES[language] } as const;
    const opened = await openConsole(browser, node.configurationUrl, '', view);
    await logIn(opened, node.user, node.password);
    const faults: string[] = [];
    for (const address of listConsoleAddresses(node.subjects)) {
      await navigateTo(opened, address);
      if (await isPageTooWide(opened)) faults.push(`${address}: the page is wider than its window`);
      for (const cut of await findCutTexts(opened, readFixedTexts(language)))
        faults.push(`${address}: ${cut}`);
    }
    await opened.context.close();
    return faults;
  }

  it('is called by its name, and can be opened by its address', async () => {
    const opened = await openConsole(browser, node.configurationUrl);
    await logIn(opened, node.user, node.password);
    const titles: string[] = [];
    for (const route of listConsoleRoutes()) {
      const address = fillRoute(route, node.subjects);
      if (address === undefined) continue;
      await opened.page.goto(`${node.configurationUrl}/console${address}`);
      const isThere = await waitUntilSettled(opened.page);
      titles.push(isThere ? await opened.page.title() : `nothing at ${route}`);
    }
    expect(titles.filter((title) => !/^.+ · Holdfast$/.test(title))).toEqual([]);
    await opened.context.close();
  }, 120_000);
});

async function findScreenFaults(opened: ConsolePage): Promise<string[]> {
  const faults = [...opened.complaints.splice(0), ...(await findAccessFaults(opened))];
  return (await isPageTooWide(opened)) ? [...faults, 'the page is wider than its window'] : faults;
}
