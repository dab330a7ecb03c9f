// Usage: npm run drill -- console-use [MINUTES] [CHANGES]. Measures the memory of a console page that is used for
// MINUTES (default 60) of real time, with CHANGES (default 600) screen changes and imports. Prints heap size, objects,
// DOM nodes and listeners at the beginning and after each quarter.
import { startDrillServers } from '@holdfast/testkit';
import { startConsoleNode } from '../console/console-node.ts';
import { measureLongUse } from '../console/figures/long-use.ts';
import { findInstalledBrowser, openBrowser } from '../docs/browser.ts';
import { runDrill } from '../support/run-drill.ts';

const [minutes = 60, changes = 600] = process.argv.slice(2).map(Number);

await runDrill(async () => {
  const executablePath = findInstalledBrowser();
  if (executablePath === undefined) throw new Error('Chromium is not installed on this machine');
  await startDrillServers();
  const browser = await openBrowser(executablePath);
  const node = await startConsoleNode();
  console.log(await measureLongUse(browser, node, changes, minutes * 60_000));
});
