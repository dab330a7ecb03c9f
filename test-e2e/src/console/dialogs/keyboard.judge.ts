// Covers: packages/console/src/parts packages/console/src/screens packages/console/src/shell services/repository-service/src/features/deletions
// Walks through two tasks with the keyboard alone: deletes a capture and undoes the deletion, and adds a recipient of
// notifications. The focus must never be lost.
import { createRepositoryClient, type RepositoryClient } from '@holdfast/client';
import { beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../docs/browser.ts';
import { describeWithBrowser } from '../../docs/describe-with-browser.ts';
import { type ConsoleNode, startConsoleNode } from '../console-node.ts';
import { type ConsolePage, logIn, navigateTo, openConsole } from '../console-page.ts';
import { fillRoute } from '../routes.ts';

/** Maximum number of Tab presses between two controls that a task uses. */
const MAX_TABS = 60;

describeWithBrowser('the keyboard alone', (executablePath) => {
  let browser: Browser;
  let node: ConsoleNode;
  let repository: RepositoryClient;

  beforeAll(async () => {
    [node, browser] = await Promise.all([startConsoleNode(), openBrowser(executablePath)]);
    const { repositoryUrl: url, user, password } = node;
    repository = createRepositoryClient({ url, user, password });
  }, 120_000);

  it('deletes a capture, and undoes the deletion', async () => {
    const opened = await openAt('/artifacts/:uuid');
    const { page, context, complaints } = opened;
    const uuid = node.subjects.uuid!;
    await tabTo(page, 'Delete…');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Imported by mistake');
    await dialog.getByRole('button', { name: 'Delete', exact: true, disabled: false }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Capture deleted').waitFor();
    await expect(repository.getArtifactOverview({ uuid })).rejects.toMatchObject({ status: 404 });
    await tabTo(page, 'Undo');
    await page.keyboard.press('Enter');
    await page.getByText('The deletion was undone.').waitFor();
    await expect(repository.getArtifactOverview({ uuid })).resolves.toMatchObject({ artifact: { uuid } });
    expect(complaints).toEqual([]);
    await context.close();
  }, 60_000);

  it('adds a recipient of notifications, and changes the language in the user menu', async () => {
    const { page, context, complaints } = await openAt('/notifications');
    await tabTo(page, 'Add recipient');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('no address');
    await page.keyboard.press('Enter');
    await dialog.getByText('Enter one email address').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('librarian@example.org');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('rowheader', { name: 'librarian@example.org' }).waitFor();
    await page.locator('.navigation .menu-button').focus();
    await page.keyboard.press('ArrowDown');
    for (const expected of ['English', 'Deutsch']) {
      await page.keyboard.press('ArrowDown');
      await page.getByRole('menuitemradio', { name: expected }).and(page.locator(':focus')).waitFor();
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Benachrichtigungen' }).waitFor();
    await page.locator('.navigation .menu-button:focus').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  }, 60_000);

  async function openAt(route: string): Promise<ConsolePage> {
    const opened = await openConsole(browser, node.configurationUrl);
    await logIn(opened, node.user, node.password);
    await navigateTo(opened, fillRoute(route, node.subjects)!);
    return opened;
  }
});

/** Presses Tab until a button with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('button', { name, exact: true }).and(page.locator(':focus'));
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    if ((await wanted.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${MAX_TABS} presses of Tab do not reach ${name}`);
}
