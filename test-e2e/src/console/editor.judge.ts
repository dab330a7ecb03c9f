// Covers: packages/console/src/screens/configfile packages/console/src/screens/configuration
// Edits a configuration file in the console: typing, saving, syntax highlighting, highlighting an error, and detecting
// another user's change without losing text.
import { formatBasicAuth } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../docs/browser.ts';
import { describeWithBrowser } from '../docs/describe-with-browser.ts';
import { type ConsolePage, findAccessFaults, logIn, navigateTo, openConsole } from './console-page.ts';
import { type EmptyNode, startEmptyNode } from './empty-node.ts';

describeWithBrowser('the editor of configuration files', (executablePath) => {
  let node: EmptyNode;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    let browser: Browser;
    [node, browser] = await Promise.all([startEmptyNode(), openBrowser(executablePath)]);
    opened = await openConsole(browser, node.configurationUrl);
    ({ page } = opened);
    await logIn(opened, node.user, node.password);
  }, 120_000);

  const file = () => `${node.configurationUrl}/config/file/expert`;
  const authorization = () => formatBasicAuth(node.user, node.password);
  const stored = async () => (await fetch(file(), { headers: { authorization: authorization() } })).text();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const text = () => page.locator('.editor .cm-content');

  async function storeBehind(words: string): Promise<void> {
    const body = new FormData();
    body.set('configFile', new Blob([words]));
    const answer = await fetch(file(), {
      method: 'PUT',
      headers: { authorization: authorization(), 'if-match': '*' },
      body,
    });
    expect(answer.status).toBe(200);
  }

  async function save(): Promise<void> {
    await button('Save…').click();
    await page.getByRole('heading', { name: 'Changes' }).waitFor();
    await button('Save changes').click();
  }

  it('stores what was typed, after it has shown the difference, and it counts', async () => {
    await navigateTo(opened, '/configuration/files/expert');
    await text().click();
    await page.keyboard.type('org.lockss.one=1\norg.lockss.two=zwei');
    await save();
    await page.locator('button:disabled', { hasText: 'Save…' }).waitFor();
    expect(await stored()).toBe('org.lockss.one=1\norg.lockss.two=zwei');
    await page
      .getByText('2 parameters are stored for other services; this node does not use them: org.lockss.one')
      .waitFor();
    expect(await findAccessFaults(opened)).toEqual([]);
    await navigateTo(opened, '/configuration');
    await page.getByText('org.lockss.two').first().waitFor();
    expect(opened.complaints).toEqual([]);
  }, 60_000);

  it('says that what the services act on is in effect', async () => {
    await navigateTo(opened, '/configuration/files/ui_ip_access');
    await text().click();
    await page.keyboard.type('org.lockss.ui.access.ip.include=127.0.0.1;::1');
    await save();
    await page.getByText('Saved and in effect').waitFor();
    expect(opened.complaints).toEqual([]);
  }, 60_000);

  it('marks a fault at its line, and keeps what was typed', async () => {
    await navigateTo(opened, '/configuration/files/expert');
    await text().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\norg.lockss.three=\\u00zz');
    await save();
    await page.locator('.editor .cm-lint-marker-error').waitFor();
    const [line, marker] = await Promise.all([
      page.locator('.editor .cm-line', { hasText: 'three' }).boundingBox(),
      page.locator('.editor .cm-lint-marker-error').boundingBox(),
    ]);
    expect(Math.abs(line!.y - marker!.y)).toBeLessThan(line!.height);
    expect(await stored()).not.toContain('three');
    expect(opened.complaints.splice(0)).toEqual([expect.stringContaining('400')]);
    await text().click();
    await page.keyboard.press('Control+End');
    for (const _ of 'u00zz') await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('3');
    await save();
    await page.locator('button:disabled', { hasText: 'Save…' }).waitFor();
    expect(await stored()).toBe('org.lockss.one=1\norg.lockss.two=zwei\norg.lockss.three=3');
    expect(opened.complaints).toEqual([]);
  }, 60_000);

  it('notices that somebody else has stored another, keeps what was typed, and compares with theirs', async () => {
    await navigateTo(opened, '/configuration');
    await navigateTo(opened, '/configuration/files/expert');
    await text().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\norg.lockss.mine=yes');
    await storeBehind('org.lockss.theirs=yes');
    await save();
    await page.getByText('Someone else has changed this in the meantime').waitFor();
    expect(await stored()).toBe('org.lockss.theirs=yes');
    expect(opened.complaints.splice(0)).toEqual([expect.stringContaining('412')]);
    expect(await text().textContent()).toContain('org.lockss.mine=yes');
    await button('Retry').click();
    await page.getByText('Someone else has changed this in the meantime').waitFor({ state: 'detached' });
    await button('Save…').click();
    await page.locator('dialog').getByText('org.lockss.theirs=yes').waitFor();
    await button('Save changes').click();
    await page.locator('button:disabled', { hasText: 'Save…' }).waitFor();
    expect(await stored()).toContain('org.lockss.mine=yes');
    expect(opened.complaints).toEqual([]);
  }, 60_000);

  it('is left by Tab, and can be undone by keyboard', async () => {
    const before = await stored();
    await text().click();
    await page.keyboard.type('x');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Tab');
    expect(await page.evaluate("document.activeElement.classList.contains('editor')")).toBe(false);
    expect(await stored()).toBe(before);
    expect(opened.complaints).toEqual([]);
  }, 60_000);
});
