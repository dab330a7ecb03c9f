// Covers: packages/console/src/screens/users packages/console/src/screens/settings packages/console/src/screens/aus packages/console/src/service packages/console/src/parts packages/accounts packages/http-kit/src/login packages/http-kit/src/shell
// Manages users and settings in a real browser on real services. Also tests the columns of the AU table whose values
// come from the repository service.
import { makeWarc, TestRepositoryClient } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../docs/browser.ts';
import { describeWithBrowser } from '../docs/describe-with-browser.ts';
import { type ConsoleNode, startConsoleNode } from './console-node.ts';
import { type ConsolePage, logIn, navigateTo, openConsole } from './console-page.ts';
import { rolePassword, writeRoleUsersFile } from './role-users.ts';

describeWithBrowser('the screens of users and settings', (executablePath) => {
  let browser: Browser;
  let node: ConsoleNode;
  let chief: ConsolePage;
  let ann: ConsolePage;

  beforeAll(async () => {
    const env = { USERS_FILE: await writeRoleUsersFile() };
    [node, browser] = await Promise.all([startConsoleNode({ env }), openBrowser(executablePath)]);
    chief = await openConsole(browser, node.configurationUrl);
    await logIn(chief, 'userAdminRole', rolePassword);
  }, 120_000);

  const button = (where: Page, name: string) => where.getByRole('button', { name, exact: true });
  const row = (name: string) => chief.page.locator('.users-list tr').filter({ hasText: name });

  it('adds a user of both services, who can log in', async () => {
    const { page } = chief;
    await navigateTo(chief, '/users');
    await page.getByText('Users of both services').waitFor();
    await button(page, 'Add user').click();
    const dialog = page.locator('dialog');
    await dialog.getByLabel('Name').fill('ann');
    await dialog.getByLabel('AU administrator').check();
    await dialog.getByLabel('New password').fill('first password');
    await dialog.getByLabel('Repeat password').fill('another password');
    await button(page, 'Add user').last().click();
    await dialog.getByText('Passwords don’t match').waitFor();
    await dialog.getByLabel('Repeat password').fill('first password');
    await button(page, 'Add user').last().click();
    await row('ann').getByText('AU administrator').waitFor();
    ann = await openConsole(browser, node.configurationUrl);
    await logIn(ann, 'ann', 'first password');
  }, 30_000);

  it('lets her change her password, stay logged in, and see nobody else', async () => {
    const { page } = ann;
    await navigateTo(ann, '/users');
    expect(await page.locator('.users-list').count()).toBe(0);
    await page.getByLabel('Current password').fill('first password');
    await page.getByLabel('New password').fill('second password');
    await page.getByLabel('Repeat password').fill('second password');
    await button(page, 'Change password').click();
    await page.getByText('Password changed').waitFor();
    // Opens screens of both services to check that the user is logged in to both.
    await navigateTo(ann, '/content');
    await navigateTo(ann, '/users');
    expect(await page.locator('dialog').count()).toBe(0);
  }, 30_000);

  it('disables and removes her, which ends her session', async () => {
    const { page } = chief;
    await button(page, 'Disable').last().click();
    await row('ann').getByText('disabled').waitFor();
    await ann.page.getByRole('link', { name: 'Archival Units' }).click();
    await ann.page.getByText('The session has ended').or(ann.page.locator('dialog[open]')).first().waitFor();
    await ann.context.close();
    await row('ann').getByRole('button', { name: 'Remove' }).click();
    await page.locator('dialog input').fill('ann');
    await page.locator('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('ann removed').waitFor();
    // The list is reloaded only after the message appears, so wait for the row to disappear.
    await row('ann').waitFor({ state: 'detached' });
  }, 30_000);

  it('creates an API token, shows its secret once, and revokes it', async () => {
    const { page } = chief;
    await navigateTo(chief, '/users');
    await button(page, 'Create token').click();
    const dialog = page.locator('dialog');
    await button(page, 'Create token').last().click();
    await dialog.getByText('Enter a name of at most 100 characters').waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('nightly');
    await dialog.getByLabel('Owner').fill('contentAdminRole');
    await dialog.getByLabel('Reader').check();
    await dialog.getByLabel('Namespaces').fill('default');
    await button(page, 'Create token').last().click();
    const secret = await dialog.getByLabel('API token').inputValue();
    await button(page, 'Copy token').click();
    await page.getByText('Copied').first().waitFor();
    await button(page, 'Done').click();
    await row('nightly').getByText('contentAdminRole').waitFor();
    expect(await page.content()).not.toContain(secret);
    const statusAt = async (url: string) =>
      (await fetch(url, { headers: { authorization: `Bearer ${secret}` } })).status;
    // The other service notices the new token within two seconds.
    while ((await statusAt(`${node.repositoryUrl}/artifacts?namespace=default`)) === 401);
    expect(await statusAt(`${node.repositoryUrl}/artifacts?namespace=default`)).toBe(200);
    expect(await statusAt(`${node.repositoryUrl}/artifacts?namespace=another`)).toBe(403);
    await row('nightly').getByRole('button', { name: 'Revoke' }).click();
    await dialog.locator('input').fill('nightly');
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
    await row('nightly').waitFor({ state: 'detached' });
    while ((await statusAt(`${node.repositoryUrl}/artifacts?namespace=default`)) === 200);
  }, 30_000);

  it('shows settings of both services, and no secret', async () => {
    const { page } = chief;
    await navigateTo(chief, '/settings?q=password');
    await page.getByText('set, hidden').first().waitFor();
    await page.getByRole('tab', { name: 'Configuration service' }).click();
    await page.getByText('REPOSITORY_PASSWORD').first().waitFor();
    expect(await page.locator('#main').textContent()).not.toContain(node.password);
  }, 30_000);

  it('shows what AUs hold, and that it does not know when the other service is away', async () => {
    const { page } = chief;
    const client = new TestRepositoryClient(node.repositoryUrl, node);
    const auid = node.subjects.auid!;
    const before = (await client.artifacts(auid)).length;
    await client.importArchive(makeWarc(2, 100, 'elsewhere').bytes, { auid, namespace: 'another' });
    await navigateTo(chief, '/aus');
    const cells = page.locator('[role=gridcell]');
    await cells
      .getByTitle('In 2 namespaces: another, default')
      .getByText(String(before + 2))
      .waitFor();
    // Reloads the page, because the screen keeps values that it has already fetched.
    await page.route('**/console/repository/aus/**', (route) => route.fulfill({ status: 502, body: '' }));
    await page.reload();
    await navigateTo(chief, '/aus');
    await cells.filter({ hasText: 'unavailable' }).first().waitFor();
    expect(await page.locator('.problem').count()).toBe(0);
  }, 30_000);
});
