// Usage: npm run drill -- console [AUS] [FILES] [CHANGES]. Measures the console and prints tables for docs/console.md:
// the clicks and keys for sixteen tasks of a librarian, compared with curl; the time to the first screen on a slow
// processor, and the size of each screen; the import of a folder of FILES files (default 10,000); the memory after
// CHANGES screen changes (default 600); scrolling through AUS AUs (default 400,000).
import { startDrillServers } from '@holdfast/testkit';
import { startConsoleNode } from '../console/console-node.ts';
import { startEmptyNode } from '../console/empty-node.ts';
import { fillWithAus } from '../console/figures/fill-with-aus.ts';
import { measureFirstScreen, weighScreens } from '../console/figures/first-screen.ts';
import { measureLongUse } from '../console/figures/long-use.ts';
import { measureManyFiles } from '../console/figures/many-files.ts';
import { formatFigureRows, formatWeightTable } from '../console/figures/rows.ts';
import { measureScrolling } from '../console/figures/scrolling.ts';
import {
  formatEffortTable,
  formatMarkdownTable,
  measureTasks,
  writePagePart,
} from '../console/tasks/efforts.ts';
import { startTaskNode } from '../console/tasks/task-node.ts';
import { findInstalledBrowser, openBrowser } from '../docs/browser.ts';
import { runDrill } from '../support/run-drill.ts';

const [aus = 400_000, files = 10_000, changes = 600] = process.argv.slice(2).map(Number);

await runDrill(async () => {
  const executablePath = findInstalledBrowser();
  if (executablePath === undefined) throw new Error('Chromium is not installed on this machine');
  await startDrillServers();
  const browser = await openBrowser(executablePath);
  const tasks = formatEffortTable(await measureTasks(browser, await startTaskNode(), await startTaskNode()));
  console.log(tasks);
  await writePagePart('tasks', tasks);

  const node = await startConsoleNode();
  const firstScreen = await measureFirstScreen(browser, node);
  console.log(firstScreen);
  const weights = formatWeightTable(await weighScreens(browser, node));
  console.log(weights);
  await writePagePart('weights', weights);
  const longUse = await measureLongUse(browser, node, changes);
  console.log(longUse);
  const manyFiles = await measureManyFiles(browser, node, files);
  console.log(manyFiles);

  const full = await startEmptyNode();
  await fillWithAus(full, aus);
  const scrolling = await measureScrolling(browser, full, aus);
  console.log(scrolling);
  const figures = formatFigureRows({ firstScreen, longUse, manyFiles, scrolling, aus });
  await writePagePart('figures', formatMarkdownTable(['What', 'measured'], figures));
});
