// Covers: packages/console packages/accounts packages/http-kit/src/login packages/api-types/openapi
// Checks that every action the console offers to a role works. The console hides all other actions, and the service
// refuses them if a script requests them.
import { beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../docs/browser.ts';
import { describeWithBrowser } from '../docs/describe-with-browser.ts';
import { type ConsoleNode, startConsoleNode } from './console-node.ts';
import { type ConsolePage, logIn, navigateTo, openConsole } from './console-page.ts';
import { CONSOLE_ROLES, type ConsoleRole, rolePassword, writeRoleUsersFile } from './role-users.ts';
import type { RouteValues } from './routes.ts';

const everybody = CONSOLE_ROLES;
const content = ['contentAdminRole', 'auAdminRole', 'userAdminRole'] as const;
const aus = ['auAdminRole', 'userAdminRole'] as const;
const jobs = ['contentAdminRole', 'userAdminRole'] as const;
const users = ['userAdminRole'] as const;

interface Offer {
  /** Label of a button, a tab or a link. */
  readonly name: string;
  readonly to: readonly ConsoleRole[];
  /** Request that the element sends: service, method, path, body. */
  readonly asks?: readonly [
    service: 'repository' | 'configuration',
    method: string,
    path: string,
    body?: object,
  ];
}

/** An ID that does not exist, so that allowed requests change nothing. */
const NOTHING = '01900000-0000-7000-8000-000000000000';

const offersOf = ({ auid }: RouteValues): Readonly<Record<string, readonly Offer[]>> => ({
  '/': [
    { name: 'Content', to: everybody },
    { name: 'Preservation', to: everybody },
    { name: 'Import', to: content, asks: ['repository', 'POST', 'archives'] },
    { name: 'Configuration', to: users, asks: ['configuration', 'GET', 'config/files'] },
  ],
  [`/aus/${encodeURIComponent(auid!)}`]: [
    { name: 'Deactivate', to: aus, asks: ['configuration', 'PUT', 'aus/deactivate'] },
    { name: 'Delete', to: aus, asks: ['configuration', 'DELETE', 'aus/delete'] },
    { name: 'Save', to: aus, asks: ['configuration', 'PUT', `aus/${encodeURIComponent(auid!)}`, {}] },
    { name: 'Check substance', to: aus },
  ],
  '/artifacts/:uuid': [
    { name: 'Payload', to: everybody },
    {
      name: 'Uncommit',
      to: content,
      asks: ['repository', 'PUT', `artifacts/${NOTHING}?committed=false`],
    },
    { name: 'Delete…', to: content, asks: ['repository', 'DELETE', `artifacts/${NOTHING}`] },
  ],
  '/keeping': [
    { name: 'Jobs', to: everybody },
    { name: 'Start now', to: jobs, asks: ['repository', 'PUT', 'jobs/sweep', { op: 'start' }] },
    { name: 'Deletions', to: content, asks: ['repository', 'GET', 'deletions'] },
    { name: 'Holds', to: content, asks: ['repository', 'GET', 'holds'] },
    { name: 'Purges', to: content, asks: ['repository', 'GET', 'purges'] },
    { name: 'Cleanup', to: content, asks: ['repository', 'GET', 'sweep/preview'] },
  ],
  '/titles?q=harbour': [{ name: 'Search', to: everybody }],
});

describeWithBrowser('what the console offers', (executablePath) => {
  let browser: Browser;
  let node: ConsoleNode;

  beforeAll(async () => {
    const env = { USERS_FILE: await writeRoleUsersFile() };
    [node, browser] = await Promise.all([startConsoleNode({ env }), openBrowser(executablePath)]);
  }, 120_000);

  async function as(role: ConsoleRole): Promise<ConsolePage> {
    const opened = await openConsole(browser, node.configurationUrl);
    await logIn(opened, role, rolePassword);
    return opened;
  }

  const fillRoute = (path: string) => path.replace(':uuid', node.subjects.uuid!);

  it.each(CONSOLE_ROLES)(
    'to %s is what it may do, and nothing else is let in',
    async (role) => {
      const opened = await as(role);
      const [seen, wanted]: Record<string, boolean>[] = [{}, {}];
      const refused: Record<string, number> = {};
      for (const [path, offers] of Object.entries(offersOf(node.subjects))) {
        await navigateTo(opened, fillRoute(path));
        for (const { name, to, asks } of offers) {
          wanted![`${path} ${name}`] = to.includes(role);
          seen![`${path} ${name}`] = await isOffered(opened.page, name, to.includes(role));
          if (asks !== undefined && !to.includes(role))
            refused[`${path} ${name}`] = await sendFromPage(opened.page, asks);
        }
      }
      expect(seen).toEqual(wanted);
      expect(Object.entries(refused).filter(([, status]) => status !== 403)).toEqual([]);
      const others = opened.complaints.filter((words) => !words.includes('status of 403'));
      expect([others, opened.complaints.length]).toEqual([[], Object.keys(refused).length]);
      await opened.context.close();
    },
    60_000,
  );

  it('to who may, works: a job is started, a commit taken back and made again, an AU deactivated and back', async () => {
    const opened = await as('contentAdminRole');
    const { page } = opened;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await navigateTo(opened, '/keeping');
    await page
      .locator('.job', { hasText: 'Damage recheck' })
      .getByRole('button', { name: 'Start now' })
      .click();
    await page.getByText('Damage recheck: starting').waitFor();
    await navigateTo(opened, `/artifacts/${node.subjects.uuid}`);
    await button('Uncommit').click();
    await page.getByText('Capture uncommitted').waitFor();
    await button('Commit').click();
    await page.getByText('Capture committed').waitFor();
    expect(opened.complaints).toEqual([]);
    await opened.context.close();

    const other = await as('auAdminRole');
    await navigateTo(other, `/aus/${encodeURIComponent(node.subjects.auid!)}`);
    const inDialog = (name: string) =>
      other.page.locator('dialog').getByRole('button', { name, exact: true });
    await other.page.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await inDialog('Deactivate').click();
    await inDialog('Undo').click();
    await other.page.getByText('1 of 1 AU restored').waitFor();
    expect(other.complaints).toEqual([]);
    await other.context.close();
  }, 60_000);

  it('says so where a role has no business, and leads back', async () => {
    const opened = await as('accessContentRole');
    await navigateTo(opened, '/configuration');
    await opened.page
      .getByText('You don’t have access to this page, or its service is not available.')
      .waitFor();
    await opened.page.getByRole('link', { name: 'Go to overview' }).click();
    await opened.page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(opened.complaints).toEqual([]);
    await opened.context.close();
  }, 60_000);
});

/**
 * Returns true if the element is displayed. Waits only for an expected element, because an unexpected element would be
 * displayed as soon as the screen has loaded.
 */
async function isOffered(page: Page, name: string, isWanted: boolean): Promise<boolean> {
  const found = (['button', 'tab', 'link'] as const)
    .map((role) => page.getByRole(role, { name, exact: true }))
    .reduce((all, one) => all.or(one))
    .first();
  if (!isWanted) return found.isVisible();
  return found.waitFor({ timeout: 5_000 }).then(
    () => true,
    () => false,
  );
}

/** Sends the request from a script of the page, with the page's session. Returns the status. */
function sendFromPage(
  page: Page,
  [service, method, path, body]: NonNullable<Offer['asks']>,
): Promise<number> {
  const base = service === 'repository' ? './repository/' : '../';
  const init = {
    method,
    headers: { 'X-Requested-With': 'holdfast-console', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  };
  const asked = `fetch(new URL(${JSON.stringify(base + path)}, document.baseURI), ${JSON.stringify(init)})`;
  return page.evaluate(`${asked}.then(({ status }) => status)`);
}
