// Covers: packages/console packages/http-kit packages/accounts packages/client services/config-service/src/app.ts packages/api-types/openapi
// Logs in to the console in a real browser: by form, by keyboard alone, in four languages. Also covers a session that
// ends while a screen is open, and both services at one address. Neither the browser nor axe may report errors.
import { beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../docs/browser.ts';
import { describeWithBrowser } from '../docs/describe-with-browser.ts';
import { type ConsoleNode, startConsoleNode } from './console-node.ts';
import {
  CONSOLE_VIEWS,
  chooseInMenu,
  findAccessFaults,
  isPageTooWide,
  logIn,
  navigateTo,
  openConsole,
  waitUntilSettled,
} from './console-page.ts';

describeWithBrowser('the console', (executablePath) => {
  let browser: Browser;
  let node: ConsoleNode;

  beforeAll(async () => {
    [node, browser] = await Promise.all([startConsoleNode(), openBrowser(executablePath)]);
  }, 120_000);

  const open = (path = '', view = CONSOLE_VIEWS[0]!) =>
    openConsole(browser, node.configurationUrl, path, view);

  it.each(CONSOLE_VIEWS)(
    'has a login page and a shell that everybody can use, $width wide and $scheme',
    async (view) => {
      const opened = await open('', view);
      expect(await findAccessFaults(opened)).toEqual([]);
      expect(await isPageTooWide(opened)).toBe(false);
      await logIn(opened, node.user, node.password);
      await waitUntilSettled(opened.page);
      expect(await findAccessFaults(opened)).toEqual([]);
      expect(await isPageTooWide(opened)).toBe(false);
      expect(opened.complaints).toEqual([]);
      expect([...opened.origins]).toEqual([node.configurationUrl]);
      await opened.context.close();
    },
    60_000,
  );

  it('leads a browser that asks for the service to it, and a login to the address that was wanted', async () => {
    const opened = await open('nothing/here?x=1');
    await opened.page.goto(node.configurationUrl);
    expect(opened.page.url()).toBe(`${node.configurationUrl}/console/`);
    await opened.page.goto(`${node.configurationUrl}/console/nothing/here?x=1`);
    await logIn(opened, node.user, node.password);
    expect(opened.page.url()).toBe(`${node.configurationUrl}/console/nothing/here?x=1`);
    await opened.page.getByText('Page not found').waitFor();
    expect(opened.complaints).toEqual([]);
    await opened.context.close();
  }, 60_000);

  it('lets somebody in who has only a keyboard, and says what was wrong before', async () => {
    const opened = await open();
    const { page } = opened;
    await page.locator('input[name=name]:focus').waitFor();
    await page.keyboard.type('admin');
    await page.keyboard.press('Tab');
    await page.keyboard.type('not this one');
    await page.keyboard.press('Enter');
    await page.getByText('Wrong name or password.').waitFor();
    await page.locator('input[name=password]:focus').waitFor();
    await page.keyboard.type(node.password);
    await page.keyboard.press('Enter');
    await page.locator('#main').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.className')).toBe('skip-link');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await opened.context.close();
  }, 60_000);

  it('speaks the language that is chosen, and remembers it', async () => {
    const opened = await open();
    const { page } = opened;
    for (const [language, name, words] of [
      ['de', 'Deutsch', 'Anmelden'],
      ['fr', 'Français', 'Se connecter'],
      ['es', 'Español', 'Iniciar sesión'],
    ] as const) {
      await chooseInMenu(page.locator('.menu-button').first(), name);
      await page.locator('.login-form').getByRole('button', { name: words }).waitFor();
      expect(await page.evaluate('document.documentElement.lang')).toBe(language);
    }
    await page.reload();
    await page.locator('.login-form').getByRole('button', { name: 'Iniciar sesión' }).waitFor();
    expect(opened.complaints).toEqual([]);
    await opened.context.close();
  }, 60_000);

  it('asks for a login in front of the screen when a session has ended, and goes on where it was', async () => {
    const opened = await open();
    const { page, context } = opened;
    await page.clock.install();
    await page.reload();
    await logIn(opened, node.user, node.password);
    await navigateTo(opened, '/nothing/here');
    await context.clearCookies();
    await page.clock.runFor('12:00');
    const dialog = page.getByRole('dialog', { name: 'Log in again' });
    await dialog.waitFor();
    expect(await findAccessFaults(opened)).toEqual([]);
    await dialog.locator('input[name=password]').fill(node.password);
    await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(page.url()).toBe(`${node.configurationUrl}/console/nothing/here`);
    expect(opened.complaints).toEqual([]);
    await context.close();
  }, 60_000);

  it('is the same at the repository service alone, with one login for both', async () => {
    const opened = await openConsole(browser, node.repositoryUrl);
    await logIn(opened, node.user, node.password);
    await opened.page.goto(`${node.configurationUrl}/console/`);
    await opened.page.locator('#main').waitFor();
    expect(opened.complaints).toEqual([]);
    await opened.context.close();
  }, 60_000);
});
