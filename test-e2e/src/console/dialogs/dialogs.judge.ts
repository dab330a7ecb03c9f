// Covers: packages/console/src/parts packages/console/src/screens packages/console/src/shell packages/console/src/styles
// Opens the dialogs and menus of the console in a real browser, wide and narrow, light and dark. axe and the browser
// must report no errors, and nothing may be wider than its window. The focus must move into each dialog, and must
// return when Escape closes the dialog. The same applies to the navigation drawer.
import { createRepositoryClient } from '@holdfast/client';
import { beforeAll, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser } from '../../docs/browser.ts';
import { describeWithBrowser } from '../../docs/describe-with-browser.ts';
import { type ConsoleNode, startConsoleNode } from '../console-node.ts';
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
} from '../console-page.ts';
import { rolePassword, writeRoleUsersFile } from '../role-users.ts';
import { fillRoute } from '../routes.ts';

interface DialogCase {
  readonly route: string;
  /** Name of the button that opens the dialog. */
  readonly button: string;
  /** Whether the dialog has a field, which then gets the focus. */
  readonly hasField: boolean;
}

const DIALOGS: readonly DialogCase[] = [
  { route: '/artifacts/:uuid', button: 'Delete…', hasField: true },
  { route: '/artifacts/:uuid', button: 'Place a hold', hasField: true },
  { route: '/aus/:auid', button: 'Place a hold on the AU', hasField: true },
  { route: '/aus/:auid', button: 'Deactivate', hasField: false },
  { route: '/aus', button: 'Add filter', hasField: true },
  { route: '/aus', button: 'Columns', hasField: true },
  { route: '/aus', button: 'Add AUs', hasField: true },
  { route: '/content', button: 'Choose an AU…', hasField: true },
  { route: '/import', button: 'New AU…', hasField: true },
  { route: '/import', button: 'Choose an AU…', hasField: true },
  { route: '/keeping?tab=holds', button: 'Change', hasField: true },
  { route: '/keeping?tab=deletions', button: 'Approve', hasField: false },
  { route: '/keeping?tab=deletions', button: 'Reject', hasField: true },
  { route: '/checks', button: 'Start a check', hasField: true },
  { route: '/notifications', button: 'Add recipient', hasField: true },
  { route: '/notifications', button: 'Change', hasField: true },
  { route: '/notifications', button: 'New secret', hasField: false },
  { route: '/notifications', button: 'Remove', hasField: false },
  { route: '/users', button: 'Add user', hasField: true },
  { route: '/users', button: 'Create token', hasField: true },
];

describeWithBrowser('the dialogs of the console', (executablePath) => {
  let browser: Browser;
  let node: ConsoleNode;

  beforeAll(async () => {
    const usersFile = await writeRoleUsersFile();
    [node, browser] = await Promise.all([
      startConsoleNode({ env: { USERS_FILE: usersFile }, repositoryEnv: { DELETION_APPROVAL: 'on' } }),
      openBrowser(executablePath),
    ]);
    await fillForDialogs(node);
  }, 120_000);

  it('can be used by everybody, wide and narrow, light and dark', async () => {
    const found = await Promise.all(
      CONSOLE_VIEWS.map(async (view) => ({ view, faults: await faultsInView(view) })),
    );
    expect(found).toEqual(CONSOLE_VIEWS.map((view) => ({ view, faults: {} })));
  }, 600_000);

  it('include the drawer and the menus of language, theme and user', async () => {
    const found = await Promise.all(
      CONSOLE_VIEWS.map(async (view) => {
        const opened = await openConsole(browser, node.configurationUrl, '', view);
        const { page } = opened;
        const faults: string[] = [];
        for (const button of await page.locator('.menu-button').all())
          faults.push(...(await findMenuFaults(opened, button)));
        await logIn(opened, node.user, node.password);
        await waitUntilSettled(page);
        if (view.width < 500) faults.push(...(await findDrawerFaults(page)));
        faults.push(...(await findMenuFaults(opened, page.locator('.navigation .menu-button'))));
        await opened.context.close();
        return faults;
      }),
    );
    expect(found).toEqual(CONSOLE_VIEWS.map(() => []));
  }, 120_000);

  async function faultsInView(view: ConsoleView): Promise<Record<string, string[]>> {
    const opened = await openConsole(browser, node.configurationUrl, '', view);
    await logIn(opened, node.user, node.password);
    const faults: Record<string, string[]> = {};
    for (const dialog of DIALOGS) {
      const found = await faultsOfDialog(opened, dialog);
      if (found.length > 0) faults[`${dialog.route} ${dialog.button}`] = found;
    }
    await opened.context.close();
    return faults;
  }

  async function faultsOfDialog(opened: ConsolePage, { route, button, hasField }: DialogCase) {
    const { page } = opened;
    await navigateTo(opened, fillRoute(route, node.subjects)!);
    const opener = page.locator('#main').getByRole('button', { name: button, exact: true }).first();
    await opener.click();
    const dialog = page.locator('dialog[open]');
    await dialog.waitFor();
    await page.locator('.loading').first().waitFor({ state: 'detached' });
    const faults = await findPartFaults(opened, dialog);
    const focused = await page.evaluate('document.activeElement.localName');
    if (hasField !== ['input', 'select', 'textarea'].includes(String(focused)))
      faults.push(`the focus is on ${focused}`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached', timeout: 5_000 });
    if (!(await opener.evaluate((element) => element === element.ownerDocument.activeElement)))
      faults.push('the focus does not return');
    return faults;
  }
});

/** Opens a menu, moves to its last item, and closes it. */
async function findMenuFaults(opened: ConsolePage, button: Locator): Promise<string[]> {
  const { page } = opened;
  await button.press('ArrowUp');
  const panel = page.locator('.menu-panel');
  const faults = await findPartFaults(opened, panel);
  const isLast = await panel.locator('.menu-item').last().evaluate(isFocused);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  return [
    ...faults,
    ...(isLast ? [] : ['the last item has no focus']),
    ...((await button.evaluate(isFocused)) ? [] : ['the focus does not return']),
  ];
}

/** Opens the navigation drawer, closes it with Escape, and opens it again. */
async function findDrawerFaults(page: Page): Promise<string[]> {
  const button = page.getByRole('button', { name: 'Navigation' });
  const firstLink = page.locator('.sidebar a').first();
  await button.click();
  const isFirst = await firstLink.evaluate(isFocused);
  await page.keyboard.press('Escape');
  const isBack = await button.evaluate(isFocused);
  await firstLink.waitFor({ state: 'hidden' });
  await button.click();
  return [
    ...(isFirst ? [] : ['the drawer has no focus']),
    ...(isBack ? [] : ['the focus does not return from the drawer']),
  ];
}

const isFocused = (element: Element): boolean => element === element.ownerDocument.activeElement;

async function findPartFaults(opened: ConsolePage, part: Locator): Promise<string[]> {
  const { page, complaints } = opened;
  return [
    ...complaints.splice(0),
    ...(await findAccessFaults(opened)),
    ...((await isPageTooWide(opened)) ? ['the page is wider than its window'] : []),
    ...((await isCutOff(page, part)) ? ['it is wider than its frame or its window'] : []),
  ];
}

async function isCutOff(page: Page, part: Locator): Promise<boolean> {
  const box = await part.boundingBox();
  const isScrolled = await part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  return isScrolled || box === null || box.x < 0 || box.x + box.width > page.viewportSize()!.width;
}

/** Adds a hold, a pending deletion request of another user, and recipients of notifications. */
async function fillForDialogs({ repositoryUrl: url, user, password }: ConsoleNode): Promise<void> {
  const admin = createRepositoryClient({ url, user, password });
  const other = createRepositoryClient({ url, user: 'contentAdminRole', password: rolePassword });
  const { artifacts } = await admin.getArtifactsFromAllAus({ limit: 2 });
  const [held, unwanted] = artifacts.map(({ uuid }) => uuid!);
  await other.requestDeletion({ body: { uuids: [unwanted!], reason: 'The publisher asked for it.' } });
  await admin.placeHold({ body: { uuid: held!, reason: 'A court asked for it.' } });
  const kinds = ['damage.found', 'job.failed'] as const;
  for (const target of [
    { type: 'webhook', address: `https://hooks.example.org/${'long/'.repeat(30)}` },
    { type: 'mail', address: 'librarian@example.org' },
  ] as const)
    await admin.postNoticeTarget({ body: { ...target, kinds: [...kinds], weekly: true } });
}
