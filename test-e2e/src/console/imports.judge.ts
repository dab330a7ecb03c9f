// Covers: packages/console/src services/repository-service/src/features/archives
// Imports into several AUs in a real browser. Checks the AU of each file, the result and link of each AU, and the
// history of imports, on wide and narrow screens, light and dark, in every language, and by keyboard alone.
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser } from '../docs/browser.ts';
import { describeWithBrowser } from '../docs/describe-with-browser.ts';
import { type ConsoleNode, startConsoleNode } from './console-node.ts';
import {
  CONSOLE_VIEWS,
  type ConsolePage,
  type ConsoleView,
  chooseInMenu,
  findAccessFaults,
  isPageTooWide,
  logIn,
  navigateTo,
  openConsole,
} from './console-page.ts';
import { examplesUrl } from './empty-node.ts';

const sample = fileURLToPath(new URL('sample.warc.gz', examplesUrl));
const noArchive = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no archive at all') };

const auidOf = (year: number): string =>
  `org|example|plugin|TidesPlugin&base_url~http%3A%2F%2Fwww%2Eexample%2Eorg%2F&year~${year}`;
/** An AU that has a name in the title database. */
const named = auidOf(2025);
/** An AU without a name. */
const nameless = auidOf(1999);
/** An AU that receives only files that are not archives. */
const empty = auidOf(2024);

describeWithBrowser('imports into several AUs', (executablePath) => {
  let browser: Browser;
  let node: ConsoleNode;

  beforeAll(async () => {
    [node, browser] = await Promise.all([startConsoleNode(), openBrowser(executablePath)]);
  }, 120_000);

  it.each(CONSOLE_VIEWS)(
    'say of each file, each record and each AU what it is, %j',
    async (view) => {
      const opened = await openedAt(view);
      const { page } = opened;
      const namespace = `images-${view.scheme}-${view.width}`;
      await importInto(opened, { auid: named }, sample, 1);
      await page.getByText('Tide Tables 2025').first().waitFor();
      expect(await listAuTexts(page)).toEqual([`Tide Tables 2025 ${named} View content`]);
      await importInto(opened, { auid: nameless, namespace }, sample, 2);
      await importInto(opened, { auid: empty }, noArchive, 3);

      await page.getByRole('heading', { name: '3 destination AUs' }).waitFor();
      // The browser logs the response 400 with which the service refused the file.
      expect(opened.complaints.splice(0)).toEqual([expect.stringContaining('400 (Bad Request)')]);
      await page.getByText('Tide Tables 2024').first().waitFor();
      const [ofEmpty, ofNameless, ofNamed] = await listAuTexts(page);
      expect(ofEmpty).toBe(`Tide Tables 2024 ${empty} 1 of 1 file · Stored 0 · Failed files 1`);
      expect(ofNameless).toMatch(/^org\|example\|\S+year~1999 in namespace images-\S+ 1 of 1 file · /);
      expect(ofNameless).toMatch(/ · Stored [1-9]\d* View content$/);
      expect(ofNamed).toMatch(/^Tide Tables 2025 .* 1 of 1 file · .*Duplicate [1-9]\d* View content$/);
      expect(await rowsWith(page, 'notes.txt').textContent()).toContain('Tide Tables 2024');
      expect(await rowsWith(page, 'sample.warc.gz').allInnerTexts()).toEqual([
        expect.stringContaining('Tide Tables 2025'),
        expect.stringMatching(`year~1999\\s*${namespace}`),
      ]);
      await expectNoFaults(opened);

      await page.getByRole('tab', { name: 'Records' }).click();
      await page.getByRole('button', { name: /^Stored/ }).click();
      await rowsWith(page, namespace).filter({ hasText: nameless }).first().waitFor();
      await expectNoFaults(opened);

      await page.getByRole('tab', { name: 'History' }).click();
      await rowsWith(page, 'Tide Tables 2025').first().waitFor();
      await rowsWith(page, namespace).filter({ hasText: nameless }).first().waitFor();
      await expectNoFaults(opened);
      await opened.context.close();
    },
    60_000,
  );

  it('lead to each AU that something went into, with keys alone', async () => {
    const opened = await openedAt(CONSOLE_VIEWS[0]!);
    const { page } = opened;
    await importInto(opened, { auid: named }, sample, 1);
    await importInto(opened, { auid: nameless, namespace: 'images' }, sample, 2);
    for (const [auid, namespace] of [
      [nameless, 'images'],
      [named, 'default'],
    ] as const) {
      const group = page.locator('.import-aus > li').filter({ hasText: auid });
      await page.getByRole('button', { name: 'Clear the list' }).focus();
      await tabTo(page, group.getByRole('link', { name: 'View content', exact: true }));
      await page.keyboard.press('Enter');
      await page.getByRole('treeitem').first().waitFor();
      expect(decodeURIComponent(new URL(page.url()).pathname)).toBe(`/console/content/${namespace}/${auid}`);
      await page.goBack();
      await page.getByRole('heading', { name: '2 destination AUs' }).waitFor();
    }
    await opened.context.close();
  }, 60_000);

  it('say of many AUs the last few, and all when that is wanted', async () => {
    const opened = await openedAt(CONSOLE_VIEWS[2]!);
    const { page } = opened;
    const years = Array.from({ length: 8 }, (_, at) => 1990 + at);
    for (const [at, year] of years.entries())
      await importInto(opened, { auid: auidOf(year) }, noArchive, at + 1);
    const shown = async () => (await listAuTexts(page)).map((text) => Number(/year~(\d+)/.exec(text)?.[1]));
    expect(await shown()).toEqual([1997, 1996, 1995, 1994, 1993, 1992]);
    await page.getByRole('button', { name: 'Show all 8 AUs' }).click();
    expect(await shown()).toEqual([...years].reverse());
    await opened.context.close();
  }, 60_000);

  it.each([
    ['Deutsch', '2 Ziel-AUs', 'Inhalt ansehen'],
    ['Français', '2 UA de destination', 'Voir le contenu'],
    ['Español', '2 UA de destino', 'Ver el contenido'],
  ])(
    'say so in %s',
    async (language, head, words) => {
      const opened = await openedAt(CONSOLE_VIEWS[0]!);
      const { page } = opened;
      await importInto(opened, { auid: named }, sample, 1);
      await importInto(opened, { auid: nameless }, sample, 2);
      await chooseInMenu(page.locator('.navigation .menu-button'), language);
      await page.setViewportSize({ width: 360, height: 780 });
      await page.getByRole('heading', { name: head, exact: true }).waitFor();
      expect(await page.getByRole('link', { name: words, exact: true }).count()).toBe(2);
      await expectNoFaults(opened);
      await opened.context.close();
    },
    60_000,
  );

  async function openedAt(view: ConsoleView): Promise<ConsolePage> {
    const opened = await openConsole(browser, node.configurationUrl, '', view);
    await logIn(opened, node.user, node.password);
    await navigateTo(opened, '/import');
    return opened;
  }
});

/** Imports a file through the form of the current page. Resolves when the page lists `total` sent files. */
async function importInto(
  { page }: ConsolePage,
  { auid, namespace = 'default' }: { readonly auid: string; readonly namespace?: string },
  file: string | typeof noArchive,
  total: number,
): Promise<void> {
  await page.getByLabel('AUID').fill(auid);
  const options = page.locator('details.import-more');
  if ((await options.getAttribute('open')) === null) await options.locator('summary').click();
  await page.getByLabel('Namespace').fill(namespace);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(file as string);
  await page.getByRole('button', { name: 'Import 1 file' }).click();
  await page.getByText(new RegExp(`^(?:All )?${total} files? (?:imported|processed)`)).waitFor();
}

/** Returns the displayed text of each AU as one line. */
async function listAuTexts(page: Page): Promise<string[]> {
  const texts = await page.locator('.import-aus > li').allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
}

const rowsWith = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

async function expectNoFaults(opened: ConsolePage): Promise<void> {
  expect(opened.complaints.splice(0)).toEqual([]);
  expect(await findAccessFaults(opened)).toEqual([]);
  expect(await isPageTooWide(opened)).toBe(false);
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let pressed = 0; pressed < 30; pressed += 1) {
    if (await wanted.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('It is not reached with the Tab key.');
}
