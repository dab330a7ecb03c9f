// Covers: packages/console/src/screens/aus packages/console/src/screens/au packages/console/src/screens/titles packages/console/src/parts services/config-service/src/features
// Tests the screens of AUs and titles in a real browser on real services: adding, filtering, grouping, undoing, viewing
// a single AU, and downloading CSV.
import { formatBasicAuth } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../docs/browser.ts';
import { describeWithBrowser } from '../docs/describe-with-browser.ts';
import { type ConsoleNode, startConsoleNode } from './console-node.ts';
import { type ConsolePage, logIn, navigateTo, openConsole, waitUntilSettled } from './console-page.ts';

const peer = 'TCP:[192.0.2.7]:9729';
const agreed = { percentAgreement: 0.75, percentAgreementTime: 1_700_000_000_000 };

describeWithBrowser('the screens of AUs and titles', (executablePath) => {
  let browser: Browser;
  let node: ConsoleNode;
  let opened: ConsolePage;
  let page: Page;

  beforeAll(async () => {
    [node, browser] = await Promise.all([startConsoleNode(), openBrowser(executablePath)]);
    opened = await openConsole(browser, node.configurationUrl);
    page = opened.page;
    await logIn(opened, node.user, node.password);
  }, 120_000);

  const ask = async (path: string, init: RequestInit = {}) => {
    const authorization = formatBasicAuth(node.user, node.password);
    const answer = await fetch(node.configurationUrl + path, {
      ...init,
      headers: { authorization, ...init.headers },
    });
    return answer.headers.get('content-type')?.includes('json') ? answer.json() : undefined;
  };
  const query = (auQuery: string) => ask(`/ws/auqueries?${new URLSearchParams({ auQuery })}`);
  /** Deletes every AU except `node.subjects.auid`. */
  const onlyOneConfigured = async () => {
    const found = (await query('select auId')) as { auId: string }[];
    const others = found.map(({ auId }) => auId).filter((auId) => auId !== node.subjects.auid);
    const headers = { 'content-type': 'text/plain' };
    await ask('/aus/delete', { method: 'DELETE', headers, body: others.join('\n') });
  };
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' });
  const inDialog = (name: string) => page.locator('dialog').getByRole('button', { name, exact: true });

  it('adds what is ticked of the title database, and says what is configured already', async () => {
    await onlyOneConfigured();
    await navigateTo(opened, '/titles?q=harbour');
    await page.getByText('Tide Tables', { exact: true }).click();
    await page.getByText('Tide Tables 2026').waitFor();
    expect(await page.getByText('Configured', { exact: true }).count()).toBe(1);
    await page.getByRole('treeitem').first().getByRole('checkbox').click();
    await button('Add 2 AUs').click();
    await inDialog('Add').click();
    await page.locator('dialog').getByText('Added').nth(1).waitFor();
    expect(await page.locator('dialog tbody tr').count()).toBe(2);
    await page.locator('dialog footer').getByRole('button', { name: 'Close' }).click();
    expect(await query('select count(*) as aus')).toEqual([{ aus: 3 }]);
  }, 60_000);

  it('lists all AUs in the order of a head, filtered by a chip', async () => {
    await navigateTo(opened, '/aus');
    await page.getByRole('grid').getByText('Tide Tables 2026').waitFor();
    await page.getByRole('columnheader', { name: 'Year' }).getByRole('button').click();
    await page.getByRole('columnheader', { name: 'Year' }).getByRole('button').click();
    await page.locator('[role=row][aria-rowindex="2"]', { hasText: 'Tide Tables 2026' }).waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('order by tdbYear desc');
    await page.getByRole('searchbox', { name: 'Search names' }).fill('2024');
    await page.keyboard.press('Enter');
    await page.getByText('1 configured AU', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByText('3 configured AUs', { exact: true }).waitFor();
  }, 60_000);

  it('shows where a query is at fault, and goes on when it is mended', async () => {
    await page.getByText('Query', { exact: true }).click();
    const text = page.getByRole('textbox', { name: /in the query language/ });
    await text.fill("where name like 'Tide%'\n  and nmae = 1");
    await page.keyboard.press('Control+Enter');
    await page.getByText('Unknown name nmae.').waitFor();
    expect(await page.locator('.aus-fault mark').textContent()).toBe('n');
    expect(opened.complaints.splice(0)).toEqual([expect.stringContaining('400')]);
    await text.fill('where active = true');
    await button('Run the query').click();
    await page.getByText('State: yes').waitFor();
    await page.getByText('3 configured AUs', { exact: true }).waitFor();
  }, 60_000);

  it('deactivates what is selected, all of it, and takes it back', async () => {
    await navigateTo(opened, '/aus');
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await page.getByText('3 selected').first().waitFor();
    await button('Deactivate').click();
    await inDialog('Deactivate').click();
    await inDialog('Undo').waitFor();
    expect(await query('select count(*) as aus where active = false')).toEqual([{ aus: 3 }]);
    await inDialog('Undo').click();
    await page.getByText('3 of 3 AUs restored').waitFor();
    expect(await query('select count(*) as aus where active = true')).toEqual([{ aus: 3 }]);
  }, 60_000);

  it('puts back what was deleted, with all that was known of it', async () => {
    const path = encodeURIComponent(node.subjects.auid!);
    const headers = { 'content-type': 'application/json' };
    const rawMap = { [peer]: { id: peer, map: { POR: agreed } } };
    await ask(`/auagreements/${path}`, { method: 'PATCH', headers, body: JSON.stringify({ rawMap }) });
    const before = [
      await ask(`/aus/${path}`),
      await ask(`/auagreements/${path}`),
      await ask(`/austates/${path}`),
    ];
    await navigateTo(opened, `/aus/${path}`);
    await page.getByText(peer).waitFor();
    await button('Delete').click();
    await inDialog('Delete').click();
    await inDialog('Undo').waitFor();
    expect(await query('select count(*) as aus')).toEqual([{ aus: 2 }]);
    await inDialog('Undo').click();
    await page.getByText('1 of 1 AU restored').waitFor();
    expect([
      await ask(`/aus/${path}`),
      await ask(`/auagreements/${path}`),
      await ask(`/austates/${path}`),
    ]).toEqual(before);
  }, 60_000);

  it('stores what is changed in the form of an AU, and keeps what defines it', async () => {
    const path = encodeURIComponent(node.subjects.auid!);
    await navigateTo(opened, `/aus/${path}`);
    expect(await page.getByLabel('Base URL').getAttribute('readonly')).not.toBeNull();
    await page.getByLabel('Crawl interval').fill('2 weeks');
    await page.getByText('For example 30s, 5m, 2h, 10d or 2w').waitFor();
    expect(await button('Save').isDisabled()).toBe(true);
    await page.getByLabel('Crawl interval').fill('2w');
    await button('Save').click();
    await page.getByText('Configuration saved').waitFor();
    const { auConfig } = (await ask(`/aus/${path}`)) as { auConfig: Record<string, string> };
    expect(auConfig).toMatchObject({
      nc_interval: '2w',
      year: '2025',
      'reserved.displayName': 'Tide Tables 2025',
    });
  }, 60_000);

  it('gives the AUs as CSV, with the columns of the table', async () => {
    await navigateTo(opened, '/aus');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^CSV/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('archival-units.csv');
    const lines: string[] = [];
    for await (const chunk of await download.createReadStream()) lines.push(String(chunk));
    const [head, ...rows] = lines.join('').split('\r\n');
    expect(head).toBe('auId,name,tdbPublisher,tdbYear,active,artifacts,lastCompletedCrawl');
    expect(rows).toHaveLength(4);
  }, 60_000);

  it('moves in the table by keyboard, and opens an AU', async () => {
    await page.locator('[role=row][aria-rowindex="2"]').focus();
    await page.keyboard.press('End');
    await page.locator('[role=row][aria-rowindex="4"]:focus').waitFor();
    await page.keyboard.press('Space');
    await page.getByText('1 selected').first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.au-head').waitFor();
    await waitUntilSettled(page);
    expect(opened.complaints).toEqual([]);
  }, 60_000);
});
