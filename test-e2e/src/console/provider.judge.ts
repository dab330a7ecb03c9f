// Covers: packages/console/src/shell packages/console/src/service packages/console/src/screens/users packages/accounts/src/oidc packages/accounts/src/sessions packages/http-kit/src/console packages/http-kit/src/login
// Logs in to the console through a real OpenID Connect provider, in a real browser and with two workers per service.
// The session must be valid at both services, and logging out must also end the session at the provider.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createTemporaryFolder,
  findFreePort,
  OIDC_CLIENT,
  startTestOidcProvider,
  type TestOidcProvider,
} from '@holdfast/testkit';
import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../docs/browser.ts';
import { describeWithBrowser } from '../docs/describe-with-browser.ts';
import {
  CONSOLE_VIEWS,
  chooseInMenu,
  findAccessFaults,
  isPageTooWide,
  navigateTo,
  openConsole,
} from './console-page.ts';
import { startEmptyNode } from './empty-node.ts';

describeWithBrowser('a login to the console through a provider', (executablePath) => {
  let browser: Browser;
  let provider: TestOidcProvider;
  let url: string;

  beforeAll(async () => {
    const port = await findFreePort();
    // The provider is at 127.0.0.1. Browsers treat 127.0.0.1 and localhost as different sites.
    url = `http://localhost:${port}`;
    const users = {
      'u-1': { preferred_username: 'ada', groups: ['archivists'] },
      'u-2': { preferred_username: 'guest' },
      'u-3': { preferred_username: 'eve', groups: ['chiefs'] },
    };
    provider = await startTestOidcProvider({ consoleUrls: [`${url}/console/`], users });
    const usersFile = join(await createTemporaryFolder(), 'users.json');
    await writeFile(usersFile, '[]');
    const env = {
      WORKERS: '2',
      OIDC_ISSUER: provider.issuer,
      OIDC_NAME: 'University',
      OIDC_CLIENT_ID: OIDC_CLIENT.id,
      OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
      OIDC_CONSOLE_URL: `${url}/console/`,
      OIDC_ROLES_CLAIM: 'groups',
      OIDC_ROLES: 'archivists=contentAdminRole,chiefs=userAdminRole',
      USERS_FILE: usersFile,
    };
    const configurationEnv = { CONFIG_PORT: String(port) };
    [browser] = await Promise.all([openBrowser(executablePath), startEmptyNode({ env, configurationEnv })]);
  }, 120_000);
  beforeEach(() => {
    provider.subject = 'u-1';
  });

  it.each(CONSOLE_VIEWS)(
    'is offered on the login page, $width wide and $scheme',
    async (view) => {
      const opened = await openConsole(browser, url, '', view);
      await opened.page.getByRole('link', { name: 'Sign in with University' }).waitFor();
      expect(await findAccessFaults(opened)).toEqual([]);
      expect(await isPageTooWide(opened)).toBe(false);
      await opened.context.close();
    },
    60_000,
  );

  it('leads to the console, with the roles at both services, and ends at the provider too', async () => {
    const opened = await openConsole(browser, url, 'users');
    const { page } = opened;
    await page.getByRole('link', { name: 'Sign in with University' }).click();
    await page.locator('#main').waitFor();
    expect(page.url()).toBe(`${url}/console/users`);
    await page.getByRole('heading', { name: 'oidc:ada' }).waitFor();
    await page.locator('#main').getByText('Content administrator').first().waitFor();
    expect(await page.getByText('Your password').count()).toBe(0);
    expect(await page.getByText('API tokens').count()).toBe(0);
    // These screens send their requests to the repository service, which must also accept the login.
    for (const path of ['/content', '/import', '/keeping']) {
      await navigateTo(opened, path);
      expect(await page.locator('dialog[open], .problem').count()).toBe(0);
    }
    await page.reload();
    await page.locator('#main').waitFor();
    const ended = provider.requests.length;
    await chooseInMenu(page.locator('.navigation .menu-button'), 'Log out');
    await page.getByRole('link', { name: 'Sign in with University' }).waitFor();
    expect(provider.requests.slice(ended).some((path) => path.startsWith('/session/end'))).toBe(true);
    expect(opened.complaints).toEqual([]);
    await opened.context.close();
  }, 60_000);

  it('ends when an administrator disables the user by the subject', async () => {
    const archivist = await openConsole(browser, url);
    await archivist.page.getByRole('link', { name: 'Sign in with University' }).click();
    await archivist.page.locator('#main').waitFor();
    provider.subject = 'u-3';
    const chief = await openConsole(browser, url);
    const { page } = chief;
    await page.getByRole('link', { name: 'Sign in with University' }).click();
    await page.locator('#main').waitFor();
    await navigateTo(chief, '/users');
    await page.getByLabel('Subject').fill('u-1');
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('row', { name: 'u-1 disabled' }).waitFor();
    expect(await findAccessFaults(chief)).toEqual([]);
    await archivist.page.reload();
    await archivist.page.getByRole('link', { name: 'Sign in with University' }).waitFor();
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('row', { name: 'u-1 disabled' }).waitFor({ state: 'detached' });
    expect(chief.complaints).toEqual([]);
    await archivist.context.close();
    await chief.context.close();
  }, 60_000);

  it('says why it failed', async () => {
    const opened = await openConsole(browser, url);
    const { page } = opened;
    provider.subject = 'u-2';
    await page.getByRole('link', { name: 'Sign in with University' }).click();
    await page.getByText('You have no role here.').waitFor();
    await page.context().clearCookies();
    provider.subject = undefined;
    await page.getByRole('link', { name: 'Sign in with University' }).click();
    await page.getByText('The provider did not let you log in').waitFor();
    await opened.context.close();
  }, 60_000);
});
