// Covers: packages/console/src packages/http-kit/src/console services/repository-service/src/features/artifacts
// Opens hostile captures in every view of the console in a real browser. No script may run, no request may go to
// another server, no name may break a page, and the browser must report no errors. Also imports a file with a hostile
// name.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addCleanup, TestRepositoryClient } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../docs/browser.ts';
import { describeWithBrowser } from '../docs/describe-with-browser.ts';
import { type ConsoleNode, startConsoleNode } from './console-node.ts';
import {
  CONSOLE_VIEWS,
  type ConsolePage,
  findAccessFaults,
  isPageTooWide,
  logIn,
  navigateTo,
  openConsole,
  waitUntilSettled,
} from './console-page.ts';
import { type HostileCapture, makeHostileArchive, makeHostileCaptures } from './hostile-captures.ts';

const auid = 'org|example|plugin|Trap&x~"><img src=x onerror="window.__ran=1">';

/** Captures that have hostile properties or headers as well as a hostile payload. */
const ALL_TABS = ['page', 'markup-in-name', 'long-name', 'heads'];

/** Starts the trap server, which records its requests. */
async function setTrap(): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  addCleanup(() => new Promise((resolve) => server.close(resolve)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}

describeWithBrowser('captures that try to break out', (executablePath) => {
  let node: ConsoleNode;
  let browser: Browser;
  let trap: Awaited<ReturnType<typeof setTrap>>;
  let captures: readonly HostileCapture[];
  const uuids = new Map<string, string>();

  beforeAll(async () => {
    [node, browser, trap] = await Promise.all([startConsoleNode(), openBrowser(executablePath), setTrap()]);
    captures = makeHostileCaptures(trap.url);
    const client = new TestRepositoryClient(node.repositoryUrl, node);
    const { statuses } = await client.importArchive(makeHostileArchive(captures), { auid });
    for (const { url, artifactUuid } of statuses) if (url && artifactUuid) uuids.set(url, artifactUuid);
    expect(uuids.size).toBe(captures.length);
  }, 120_000);

  async function opened(): Promise<ConsolePage & { dialogs: string[] }> {
    const console = await openConsole(browser, node.repositoryUrl, '', CONSOLE_VIEWS[0]);
    const dialogs: string[] = [];
    console.page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await logIn(console, node.user, node.password);
    return { ...console, dialogs };
  }

  /** Gives hostile content time to act, then checks that no script ran and no request was sent. */
  async function nothingHappened({ page, complaints, dialogs, origins }: Awaited<ReturnType<typeof opened>>) {
    await page.waitForTimeout(150);
    const ran = await page.evaluate('window.__ran === undefined');
    expect({ ran: !ran, complaints, dialogs, asked: trap.asked, origins: [...origins] }).toEqual({
      ...{ ran: false, complaints: [], dialogs: [], asked: [], origins: [node.repositoryUrl] },
    });
  }

  it('are shown in every way there is, and do nothing', async () => {
    const view = await opened();
    for (const { name, url } of captures) {
      const address = `/artifacts/${uuids.get(url)}?namespace=default`;
      await navigateTo(view, address);
      for (const button of ['Render image', 'Source'])
        for (const found of await view.page.getByText(button, { exact: true }).all()) await found.click();
      await nothingHappened(view);
      expect([name, await isPageTooWide(view)]).toEqual([name, false]);
      // Only sandboxed frames without an origin are allowed; a PDF viewer would have an origin.
      const frames = 'iframe:not([sandbox]), iframe[sandbox~="allow-same-origin"], embed, object';
      expect([name, await view.page.locator(frames).count()]).toEqual([name, 0]);
      expect([name, await view.page.locator('iframe[sandbox~="allow-scripts"]').count()]).toEqual([name, 0]);
      for (const tab of ALL_TABS.includes(name) ? ['properties', 'headers', 'records', 'versions'] : []) {
        await navigateTo(view, `${address}&tab=${tab}`);
        if (tab === 'records') await view.page.getByText('View', { exact: true }).first().click();
        await waitUntilSettled(view.page);
      }
      await nothingHappened(view);
    }
    await view.context.close();
  }, 120_000);

  it('a page is read in a frame that has no origin, and what leads elsewhere leads nowhere', async () => {
    const view = await opened();
    await navigateTo(view, `/artifacts/${uuids.get('http://hostile.example/page')}`);
    await view.page.getByRole('tab', { name: 'Text', exact: true }).click();
    const frame = view.page.frameLocator('.preview-frame');
    await frame.getByText('A captured page').waitFor();
    await frame.getByText('The end of the page').waitFor();
    expect(await view.page.locator('.preview-frame').getAttribute('sandbox')).toBe('');
    await frame.getByText('away').click();
    await nothingHappened(view);
    expect(await frame.locator('[src^="http"], [href], [style], script, style, iframe, form').count()).toBe(
      0,
    );
    await view.context.close();
  }, 60_000);

  it('their names break neither tree nor list, search nor calendar', async () => {
    const view = await opened();
    const scope = `/content/default/${encodeURIComponent(auid)}`;
    for (const path of [
      '/content',
      scope,
      `${scope}?view=list`,
      `${scope}?q=http://hostile.example/&by=prefix`,
    ]) {
      await navigateTo(view, path);
      expect([path, await isPageTooWide(view)]).toEqual([path, false]);
    }
    for (const { url } of captures) {
      await navigateTo(view, `${scope}?url=${encodeURIComponent(url)}`);
      await view.page.getByRole('tab', { name: 'Calendar' }).click();
      await waitUntilSettled(view.page);
      expect([url.slice(0, 80), await isPageTooWide(view)]).toEqual([url.slice(0, 80), false]);
    }
    await nothingHappened(view);
    expect(await findAccessFaults(view)).toEqual([]);
    await view.context.close();
  }, 120_000);

  it('a file with such a name is imported, and what became of it is shown', async () => {
    const view = await opened();
    await navigateTo(view, `/import?auid=${encodeURIComponent(auid)}`);
    const name = `<img src=x onerror="window.__ran=1">\u202e.warc.gz`;
    const buffer = makeHostileArchive(captures);
    await view.page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name, mimeType: 'application/gzip', buffer });
    await view.page.getByText('Import 1 file', { exact: true }).click();
    await view.page.getByText('1 file imported', { exact: true }).waitFor();
    await view.page.getByRole('tab', { name: 'Records' }).click();
    await view.page.getByRole('button', { name: /^Duplicate/ }).click();
    await nothingHappened(view);
    expect(await isPageTooWide(view)).toBe(false);
    expect(await findAccessFaults(view)).toEqual([]);
    await view.context.close();
  }, 60_000);
});
