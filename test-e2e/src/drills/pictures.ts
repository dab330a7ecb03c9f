// Usage: npm run drill -- pictures. Takes the console's screenshots for docs/pictures: every screen of the route table,
// wide and narrow, light and dark, on a node that contains the corpus. Fails if the browser reports an error.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDrillServers } from '@holdfast/testkit';
import { startConsoleNode } from '../console/console-node.ts';
import { CONSOLE_VIEWS, type ConsolePage, logIn, navigateTo, openConsole } from '../console/console-page.ts';
import { populateUsedNode } from '../console/populated-node.ts';
import { writeRoleUsersFile } from '../console/role-users.ts';
import { fillRoute, listConsoleRoutes } from '../console/routes.ts';
import { findInstalledBrowser, openBrowser } from '../docs/browser.ts';
import { runDrill } from '../support/run-drill.ts';

const folder = fileURLToPath(new URL('../../../docs/pictures', import.meta.url));

/** Milliseconds to wait for content that loads after the screen has appeared. */
const LATER_MS = 1_500;

await runDrill(async () => {
  const executablePath = findInstalledBrowser();
  if (executablePath === undefined) throw new Error('Chromium is not installed on this machine');
  await startDrillServers();
  const [node, browser] = await Promise.all([
    startConsoleNode({ full: true, env: { USERS_FILE: await writeRoleUsersFile() } }),
    openBrowser(executablePath),
  ]);
  await populateUsedNode(node);
  for (const view of CONSOLE_VIEWS) {
    const opened = await openConsole(browser, node.configurationUrl, '', view);
    const picture = (name: string) =>
      opened.page.screenshot({ path: join(folder, `console-${name}-${view.scheme}-${view.width}.png`) });
    await picture('login');
    await logIn(opened, node.user, node.password);
    for (const route of listConsoleRoutes()) {
      const address = fillRoute(route, node.subjects);
      if (address === undefined || !(await navigateTo(opened, address))) continue;
      await openTree(opened);
      await drawn(opened);
      await picture(nameOf(route));
    }
    refuseComplaints(opened);
    await opened.context.close();
  }
  console.log(`The pictures are in ${folder}.`);
});

/** Expands the first collapsed branch of a tree, up to four times, if the screen has a tree. */
async function openTree({ page }: ConsolePage): Promise<void> {
  for (let opened = 0; opened < 4; opened++) {
    const branch = page.locator('[role=treeitem][aria-expanded=false]').first();
    if ((await branch.count()) === 0) return;
    await branch.focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(300);
  }
}

/** Waits for rows and charts that appear after the screen, and moves the mouse pointer off the page. */
async function drawn({ page }: ConsolePage): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(LATER_MS);
  const blank = page.locator('.cell-blank').first();
  await blank.waitFor({ state: 'detached', timeout: 5 * LATER_MS }).catch(() => undefined);
}

/** Converts a route to a file name, for example `/aus/:auid` to `aus-auid`. */
function nameOf(route: string): string {
  return route.replace(/[:?]/g, '').split('/').filter(Boolean).join('-') || 'overview';
}

function refuseComplaints({ complaints }: ConsolePage): void {
  if (complaints.length > 0) throw new Error(`the browser complained: ${complaints.join('; ')}`);
}
