// Covers: services/repository-service/src/features/page services/repository-service/src/domain/page packages/console/src/parts/captures/preview
// Shows captured pages in a real browser, in a frame of the console. Pages must have their styles, images, fonts and
// frames, and their links must lead to the console. Hostile pages must not run scripts or connect to a server.
import { TestRepositoryClient } from '@holdfast/testkit';
import { afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Frame } from 'playwright-core';
import { openBrowser } from '../../docs/browser.ts';
import { describeWithBrowser } from '../../docs/describe-with-browser.ts';
import { type ConsoleNode, startConsoleNode } from '../console-node.ts';
import { CONSOLE_VIEWS, type ConsolePage, logIn, openConsole } from '../console-page.ts';
import { type HostileCapture, makeHostileArchive, makeHostileCaptures } from '../hostile-captures.ts';
import { hasFont, MADE_SITE, makeHostilePages, makePageCaptures } from './made-pages.ts';
import { type ConnectionTrap, startConnectionTrap } from './trap.ts';

const uuids = new Map<string, string>();
let node: ConsoleNode;
let browser: Browser;
let trap: ConnectionTrap;
let hostile: readonly HostileCapture[];
let open: (ConsolePage & { dialogs: string[] }) | undefined;

/**
 * Opens the console of a service, so that a test can show pages in it. The configuration service forwards requests for
 * pages to the repository service.
 */
async function openView(service: 'repository' | 'configuration') {
  const url = service === 'repository' ? node.repositoryUrl : node.configurationUrl;
  const view = await openConsole(browser, url, '', CONSOLE_VIEWS[0]);
  const dialogs: string[] = [];
  view.page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await logIn(view, node.user, node.password);
  open = { ...view, dialogs };
  const base = service === 'repository' ? '' : '/console/repository';
  return {
    ...open,
    show: (uuid: string) => showPage(open!, `${base}/artifacts/${uuid}/page?links=/console/`),
  };
}

/** Shows a page in a frame as the console does. Resolves when the frame has loaded. */
async function showPage({ page }: ConsolePage, path: string): Promise<Frame> {
  await page.evaluate(`new Promise((resolve) => {
    document.querySelector('#judged')?.remove();
    const frame = document.createElement('iframe');
    Object.assign(frame, { id: 'judged', width: 1000, height: 700, referrerPolicy: 'same-origin', onload: resolve });
    frame.sandbox = 'allow-top-navigation-by-user-activation';
    frame.src = ${JSON.stringify(path)};
    document.body.prepend(frame);
  })`);
  const handle = await page.locator('#judged').elementHandle();
  return (await handle!.contentFrame())!;
}

const uuidOf = (url: string): string => {
  const uuid = uuids.get(url);
  if (uuid === undefined) throw new Error(`${url} was not imported`);
  return uuid;
};
const findShownPageUuid = () => uuidOf(`${MADE_SITE}tides/index.html`);

describeWithBrowser('captured pages', (executablePath) => {
  beforeAll(async () => {
    [node, browser, trap] = await Promise.all([
      startConsoleNode({ repositoryEnv: { PAGE_RENDERING_TIME: '60s' } }),
      openBrowser(executablePath),
      startConnectionTrap(),
    ]);
    hostile = [...makeHostileCaptures(trap.url), ...makeHostilePages(trap.url)];
    const client = new TestRepositoryClient(node.repositoryUrl, node);
    for (const captures of [makePageCaptures(), hostile]) {
      const { statuses } = await client.importArchive(makeHostileArchive(captures), { auid: 'pages' });
      for (const { url, artifactUuid } of statuses) if (url && artifactUuid) uuids.set(url, artifactUuid);
    }
  }, 120_000);

  afterEach(async () => {
    await open?.context.close();
    open = undefined;
  });

  it.each(['repository', 'configuration'] as const)(
    'are shown with style, images, import, font and frame (%s)',
    async (service) => {
      const { show, page, complaints, origins } = await openView(service);
      const frame = await show(findShownPageUuid());
      await frame.getByText('The end', { exact: true }).waitFor();
      const widths: Record<string, unknown> = {};
      for (const id of ['plain', 'set', 'picture', 'lazy', 'moved', 'drawing', 'missing'])
        widths[id] = await frame
          .locator(`#${id}`)
          .evaluate((image) => (image as HTMLImageElement).naturalWidth);
      expect(widths).toEqual({
        plain: 11,
        set: 12,
        picture: 14,
        lazy: 15,
        moved: 18,
        drawing: 17,
        missing: 0,
      });
      const styles = await frame
        .locator('#background')
        .evaluate((element) => getComputedStyle(element).backgroundImage);
      expect(String(styles)).toMatch(/^url\("data:image\/png;base64,/);
      expect(await frame.locator('#imported').evaluate((element) => getComputedStyle(element).color)).toBe(
        'rgb(1, 2, 3)',
      );
      const fonts = '() => [...document.fonts].map(({ status }) => status)';
      if (hasFont) expect(await frame.evaluate(`(${fonts})()`)).toEqual(['loaded']);
      const inner = frame.frameLocator('#frame');
      expect(await inner.locator('#inside').evaluate((element) => getComputedStyle(element).color)).toBe(
        'rgb(4, 5, 6)',
      );
      expect(
        await inner.locator('#framed').evaluate((image) => (image as HTMLImageElement).naturalWidth),
      ).toBe(11);
      expect(await frame.locator('script').count()).toBe(0);
      expect({ complaints, origins: origins.size }).toEqual({ complaints: [], origins: 1 });
      // The browser blocks forms, and reports this in its console.
      const shownUrl = frame.url();
      await frame.locator('button').click();
      await page.waitForTimeout(300);
      expect({ url: frame.url(), origins: origins.size }).toEqual({ url: shownUrl, origins: 1 });
    },
    60_000,
  );

  it('lead to the console, with the URL and the time of the page', async () => {
    const { show, page } = await openView('configuration');
    const frame = await show(findShownPageUuid());
    const visited: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) visited.push(request.url());
    });
    await frame.locator('#part').click();
    await frame.locator('#link').click();
    await page.locator('#main h1').first().waitFor();
    const url = `${MADE_SITE}tides/volume/2.html?a=b&c=d`;
    const at = Date.parse('2021-05-05T05:05:05Z');
    expect(visited).toEqual([
      `${node.configurationUrl}/console/content/default?at=${at}&url=${encodeURIComponent(url)}`,
    ]);
  }, 60_000);

  it('that are hostile run nothing and connect to no server', async () => {
    const { show, page, complaints, dialogs, origins } = await openView('repository');
    const client = new TestRepositoryClient(node.repositoryUrl, node);
    const shown: string[] = [];
    for (const { name, url } of hostile) {
      const uuid = uuids.get(url);
      if (uuid === undefined) continue;
      const answer = await fetch(`${client.url}/artifacts/${uuid}/page`, {
        headers: { authorization: client.authorization },
      });
      await answer.arrayBuffer();
      expect([name, answer.status === 200 || answer.status === 406]).toEqual([name, true]);
      if (answer.status !== 200) continue;
      shown.push(name);
      const frame = await show(uuid);
      await page.waitForTimeout(150);
      const isStill = frame.url().endsWith(`/artifacts/${uuid}/page?links=/console/`);
      const ran = await page.evaluate('window.__ran !== undefined');
      expect({
        name,
        isStill,
        ran,
        complaints,
        dialogs,
        connections: trap.connections,
        origins: [...origins],
      }).toEqual({
        ...{ name, isStill: true, ran: false, complaints: [], dialogs: [], connections: 0 },
        origins: [node.repositoryUrl],
      });
    }
    expect(shown).toEqual(expect.arrayContaining(['page', 'preconnect', 'frames', 'mutation', 'nested']));
  }, 240_000);

  it('do the same without a frame around them', async () => {
    const { page, dialogs } = await openView('repository');
    await page.goto(`${node.repositoryUrl}/artifacts/${uuidOf('http://hostile.example/page')}/page`);
    await page.getByText('The end of the page').waitFor();
    await page.waitForTimeout(300);
    expect({ dialogs, connections: trap.connections, origin: await page.evaluate('origin') }).toEqual({
      ...{ dialogs: [], connections: 0, origin: 'null' },
    });
  }, 60_000);
});
