// Covers: packages/console packages/http-kit/src/console services/config-service/src/app.ts
// Tests the console with one service and with both. With one service, the console shows only that service and sends no
// requests to other servers. With both, requests to the repository service go through the configuration service with
// the user's login.
import { createTestDatabase } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../docs/browser.ts';
import { describeWithBrowser } from '../docs/describe-with-browser.ts';
import { startConfig } from '../support/config-server.ts';
import { type ConsoleNode, startConsoleNode } from './console-node.ts';
import { type ConsolePage, findAccessFaults, logIn, navigateTo, openConsole } from './console-page.ts';
import { fillRoute, listConsoleRoutes, type RouteValues } from './routes.ts';

const NOT_HERE = 'You don’t have access to this page, or its service is not available.';

describeWithBrowser('the console', (executablePath) => {
  let browser: Browser;
  let node: ConsoleNode;
  let loneConfigurationUrl: string;

  beforeAll(async () => {
    const lone = async () => startConfig((await createTestDatabase()).url, 'a long: enough one');
    const started = await Promise.all([startConsoleNode(), lone(), openBrowser(executablePath)]);
    [node, { url: loneConfigurationUrl }, browser] = started;
  }, 120_000);

  /** Opens every screen. Returns the screens that exist and the screens in the navigation. */
  async function walk(serviceUrl: string, password: string, subjects: RouteValues = node.subjects) {
    const opened = await openConsole(browser, serviceUrl);
    await logIn(opened, 'admin', password);
    const offered = await opened.page.locator('.navigation-group a').allTextContents();
    const there: string[] = [];
    const faults: Record<string, string[]> = {};
    for (const route of listConsoleRoutes()) {
      const address = fillRoute(route, subjects);
      if (address === undefined) continue;
      await navigateTo(opened, address);
      if ((await opened.page.getByText(NOT_HERE).count()) === 0) there.push(route);
      const found = await findAccessFaults(opened);
      if (found.length > 0) faults[route] = found;
    }
    return { opened, offered, there, faults };
  }

  const expectQuiet = async ({ complaints, origins, context }: ConsolePage, url: string) => {
    expect([complaints, [...origins]]).toEqual([[], [url]]);
    await context.close();
  };

  it('of the repository service alone has what is its own', async () => {
    const { opened, offered, there, faults } = await walk(node.repositoryUrl, node.password);
    expect(offered).toEqual(expect.arrayContaining(['Overview', 'Content', 'Import', 'Preservation']));
    for (const name of ['Archival Units', 'Titles', 'Configuration']) expect(offered).not.toContain(name);
    expect(there).toEqual(
      expect.arrayContaining(['/', '/content', '/artifacts/:uuid', '/import', '/keeping']),
    );
    for (const route of ['/aus', '/titles', '/configuration']) expect(there).not.toContain(route);
    expect(faults).toEqual({});
    await expectQuiet(opened, node.repositoryUrl);
  }, 60_000);

  it('of the configuration service alone has what is its own', async () => {
    const { opened, offered, there, faults } = await walk(loneConfigurationUrl, 'a long: enough one', {
      section: 'expert',
    });
    expect(offered).toEqual(
      expect.arrayContaining(['Overview', 'Archival Units', 'Titles', 'Configuration']),
    );
    for (const name of ['Content', 'Import', 'Preservation']) expect(offered).not.toContain(name);
    expect(there).toEqual(expect.arrayContaining(['/', '/aus', '/titles', '/configuration']));
    for (const route of ['/content', '/import', '/keeping']) expect(there).not.toContain(route);
    expect(faults).toEqual({});
    await navigateTo(opened, '/aus/no%7Csuch%7CAu%26a~b');
    await opened.page.getByText('No such AU').waitFor();
    expect(await findAccessFaults(opened)).toEqual([]);
    expect(opened.complaints.splice(0).every((words) => words.includes('status of 404'))).toBe(true);
    await expectQuiet(opened, loneConfigurationUrl);
  }, 60_000);

  it('of both has all of it at one address', async () => {
    const { opened, there } = await walk(node.configurationUrl, node.password);
    const known = listConsoleRoutes().filter((route) => fillRoute(route, node.subjects) !== undefined);
    expect(there).toEqual(known);
    await expectQuiet(opened, node.configurationUrl);
  }, 60_000);
});
