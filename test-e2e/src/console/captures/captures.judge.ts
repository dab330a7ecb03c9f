// Covers: packages/console/src/screens/artifact packages/console/src/parts/captures services/repository-service/src/features/artifacts
// Shows captures of one URL in a browser: dates in two time zones, navigation by keyboard, two captures side by side as
// pages, and a damaged capture.
import { makeResponseRecord, TestRepositoryClient } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../docs/browser.ts';
import { describeWithBrowser } from '../../docs/describe-with-browser.ts';
import { CONSOLE_VIEWS, findAccessFaults, logIn, navigateTo, openConsole } from '../console-page.ts';
import { type EmptyNode, startEmptyNode } from '../empty-node.ts';
import { damageRecord } from '../stored-record.ts';

const url = 'http://www.example.org/tides.html';
const other = 'http://www.example.org/other.html';
/** GIF of one red pixel. */
const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';

const makePage = (text: string) =>
  Buffer.from(
    `<!doctype html><title>Tides ${text}</title><p>High water: ${text}</p><img src="${pixel}" alt="">` +
      `<a href="/other.html">Other</a>`,
  );

describeWithBrowser('captures of a page', (executablePath) => {
  let node: EmptyNode;
  let browser: Browser;
  let captures: string[];
  let otherUuid: string;

  beforeAll(async () => {
    // Disables the content cache, so that the service detects damage at the next read.
    const repositoryEnv = { CONTENT_CACHE: '0' };
    [node, browser] = await Promise.all([startEmptyNode({ repositoryEnv }), openBrowser(executablePath)]);
    const client = new TestRepositoryClient(node.repositoryUrl, node);
    const records = [
      makeResponseRecord(url, makePage('6:00'), '2014-01-26T20:06:24Z'),
      makeResponseRecord(url, makePage('7:00'), '2014-12-31T23:30:00Z'),
      makeResponseRecord(other, makePage('8:00'), '2015-06-01T00:00:00Z'),
    ];
    const { statuses } = await client.importArchive(Buffer.concat(records), { auid: 'org|example&tides' });
    const uuids = statuses.map(({ artifactUuid }) => artifactUuid!);
    captures = uuids.slice(0, 2);
    otherUuid = uuids[2]!;
  }, 120_000);

  const addressOf = (uuid: string, query = '') => `artifacts/${uuid}?namespace=default${query}`;

  async function openCapture(uuid: string, query = '', options = {}) {
    const opened = await openConsole(browser, node.repositoryUrl, '', CONSOLE_VIEWS[0], options);
    await logIn(opened, node.user, node.password);
    await navigateTo(opened, addressOf(uuid, query));
    return opened;
  }

  it('have the same date in Tokyo and in Berlin', async () => {
    const heads = await Promise.all(
      ['Asia/Tokyo', 'Europe/Berlin'].map(async (timezoneId) => {
        const { page, context } = await openCapture(captures[1]!, '', { timezoneId });
        await page.getByRole('heading', { name: 'Tides 7:00' }).waitFor();
        const text = await page.locator('.capture-head').textContent();
        await page.getByRole('tab', { name: 'Versions' }).click();
        await page.locator('.version a').first().waitFor();
        const versions = await page.locator('.version a').allTextContents();
        await context.close();
        return [text, ...versions];
      }),
    );
    expect(heads[0]).toEqual(heads[1]);
    expect(heads[0]!.join()).toMatch(/31 Dec 2014, 23:30:00 UTC.*26 Jan 2014, 20:06:24 UTC/s);
  }, 60_000);

  it('lead to the next and the previous capture by keyboard', async () => {
    const { page, context, complaints } = await openCapture(captures[0]!);
    await page.getByRole('heading', { name: 'Tides 6:00' }).waitFor();
    await page.getByRole('link', { name: /^Next: 31 Dec 2014/ }).press('Enter');
    await page.getByRole('heading', { name: 'Tides 7:00' }).waitFor();
    await page.getByRole('link', { name: /^Previous: 26 Jan 2014/ }).press('Enter');
    await page.getByRole('heading', { name: 'Tides 6:00' }).waitFor();
    await page.getByRole('button', { name: 'Calendar: 2 captures' }).press('Enter');
    await page.getByRole('button', { name: '26 January 2014: 1 capture' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  }, 60_000);

  it('lead to the nearest capture of a link', async () => {
    const { page, context } = await openCapture(captures[0]!);
    await page.frameLocator('.page-frame').getByRole('link', { name: 'Other' }).click();
    await page.getByRole('heading', { name: 'Tides 8:00' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/artifacts/${otherUuid}`);
    await context.close();
  }, 60_000);

  it('are compared as pages, side by side in the order of their dates', async () => {
    const opened = await openCapture(captures[0]!, `&with=${captures[1]}`);
    const { page, context } = opened;
    await page.getByText('Lines added: 1; removed: 1').waitFor();
    await page.getByRole('tab', { name: 'Pages' }).press('Enter');
    for (const [at, text] of ['6:00', '7:00'].entries()) {
      const frame = page.frameLocator('.page-frame').nth(at);
      await frame.getByText(`High water: ${text}`).waitFor();
    }
    expect(await findAccessFaults(opened)).toEqual([]);
    await context.close();
  }, 60_000);

  it('are shown as damaged, without the error of the request', async () => {
    await damageRecord(node, otherUuid);
    const opened = await openCapture(otherUuid);
    const { page, context } = opened;
    await page.getByRole('button', { name: 'Repair' }).waitFor();
    await page.getByText('The content cannot be read, because this capture is damaged.').waitFor();
    expect(await page.locator('.problem').count()).toBe(0);
    expect(await findAccessFaults(opened)).toEqual([]);
    await context.close();
  }, 60_000);
});
