// Usage: npm run drill -- pictures [check [FOLDER]]. Takes the console's screenshots for docs/pictures: every screen of
// the route table, wide and narrow, light and dark, on a node that contains the corpus. Then opens every screen and its
// views in all languages, wide and narrow. Fails if the browser reports an error, a page is wider than its window, or a
// text is cut off. With `check`, takes no screenshots for docs/pictures. With a folder, stores screenshots of all
// languages there, for translators.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDrillServers } from '@holdfast/testkit';
import type { Browser } from 'playwright-core';
import { type ConsoleNode, startConsoleNode } from '../console/console-node.ts';
import {
  CONSOLE_VIEWS,
  type ConsolePage,
  isPageTooWide,
  logIn,
  navigateTo,
  openConsole,
  waitUntilSettled,
} from '../console/console-page.ts';
import { CONSOLE_LOCALES, type ConsoleLanguage, findCutTexts, readFixedTexts } from '../console/cut-text.ts';
import { populateUsedNode } from '../console/populated-node.ts';
import { writeRoleUsersFile } from '../console/role-users.ts';
import { fillRoute, listConsoleAddresses, listConsoleRoutes } from '../console/routes.ts';
import { findInstalledBrowser, openBrowser } from '../docs/browser.ts';
import { runDrill } from '../support/run-drill.ts';

const folder = fileURLToPath(new URL('../../../docs/pictures', import.meta.url));

const [, , mode, languageFolder] = process.argv;

/** Query strings for screens that show no content without a query. */
const QUERIES: Readonly<Record<string, string>> = { '/search': '?q=iana' };

/** Milliseconds to wait for content that loads after the screen has appeared. */
const LATER_MS = 1_500;
/** Milliseconds to wait on screens of which no screenshot is taken. */
const SHORT_MS = 600;
/** Maximum duration of a screenshot of a whole page. */
const SCREENSHOT_MS = 60_000;

await runDrill(async () => {
  const executablePath = findInstalledBrowser();
  if (executablePath === undefined) throw new Error('Chromium is not installed on this machine');
  await startDrillServers();
  const [node, browser] = await Promise.all([
    startConsoleNode({ full: true, env: { USERS_FILE: await writeRoleUsersFile() } }),
    openBrowser(executablePath),
  ]);
  await populateUsedNode(node);
  if (mode !== 'check') await takePictures(browser, node);
  const cut = await findCutTextsInLanguages(browser, node);
  if (cut.length > 0) throw new Error(`The screens have ${cut.length} faults.`);
});

async function takePictures(browser: Browser, node: ConsoleNode): Promise<void> {
  for (const view of CONSOLE_VIEWS) {
    const opened = await openConsole(browser, node.configurationUrl, '', view);
    const picture = (name: string) =>
      opened.page.screenshot({ path: join(folder, `console-${name}-${view.scheme}-${view.width}.png`) });
    await picture('login');
    await logIn(opened, node.user, node.password);
    for (const route of listConsoleRoutes()) {
      const address = fillRoute(route, node.subjects);
      if (address === undefined || !(await navigateTo(opened, `${address}${QUERIES[route] ?? ''}`))) continue;
      await openTree(opened);
      await waitUntilDrawn(opened);
      await picture(nameOf(route));
    }
    refuseComplaints(opened);
    await opened.context.close();
  }
  console.log(`The pictures are in ${folder}.`);
}

async function findCutTextsInLanguages(browser: Browser, node: ConsoleNode): Promise<string[]> {
  const found: string[][] = [];
  for (const language of Object.keys(CONSOLE_LOCALES) as ConsoleLanguage[]) {
    const windows = [1440, 360].map((width) => findCutTextsInWindow(browser, node, { language, width }));
    found.push(...(await Promise.all(windows)));
  }
  return found.flat();
}

async function findCutTextsInWindow(
  browser: Browser,
  node: ConsoleNode,
  { language, width }: { readonly language: ConsoleLanguage; readonly width: number },
): Promise<string[]> {
  const view = { width, scheme: 'light', locale: CONSOLE_LOCALES[language] } as const;
  const opened = await openConsole(browser, node.configurationUrl, '', view);
  const fixedTexts = readFixedTexts(language);
  await logIn(opened, node.user, node.password);
  const found: string[] = [];
  for (const address of listConsoleAddresses(node.subjects)) {
    const report = (fault: string): void => {
      found.push(`${language} ${width} ${address}: ${fault}`);
      console.log(found.at(-1));
    };
    // Waits again if the first wait timed out, because a slow machine may need twice the time.
    if (!(await navigateTo(opened, address)) && !(await waitUntilSettled(opened.page)))
      report('no screen with a heading');
    await waitUntilDrawn(opened, SHORT_MS);
    if (await isPageTooWide(opened)) report('the page is wider than its window');
    for (const fault of await findCutTexts(opened, fixedTexts)) report(fault);
    if (languageFolder === undefined) continue;
    const name = `${language}-${width}-${address.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 60)}.png`;
    const path = join(languageFolder, name);
    await opened.page.screenshot({ path, fullPage: true, timeout: SCREENSHOT_MS });
  }
  refuseComplaints(opened);
  await opened.context.close();
  return found;
}

/** Expands the first collapsed branch of a tree, up to four times, if the screen has a tree. */
async function openTree({ page }: ConsolePage): Promise<void> {
  for (let opened = 0; opened < 4; opened++) {
    const branch = page.locator('[role=treeitem][aria-expanded=false]').first();
    if ((await branch.count()) === 0) return;
    await branch.focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(300);
  }
}

/** Waits for rows and charts that appear after the screen, and moves the mouse pointer off the page. */
async function waitUntilDrawn({ page }: ConsolePage, laterMs = LATER_MS): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(laterMs);
  const blank = page.locator('.cell-blank').first();
  await blank.waitFor({ state: 'detached', timeout: 5 * LATER_MS }).catch(() => undefined);
}

/** Converts a route to a file name, for example `/aus/:auid` to `aus-auid`. */
function nameOf(route: string): string {
  return route.replace(/[:?]/g, '').split('/').filter(Boolean).join('-') || 'overview';
}

function refuseComplaints({ complaints }: ConsolePage): void {
  if (complaints.length > 0) throw new Error(`the browser complained: ${complaints.join('; ')}`);
}
