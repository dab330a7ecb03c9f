// Covers: packages/console docs/console.md test-e2e/src/console/tasks
// Checks that sixteen tasks of a librarian succeed in the console and by curl, with the effort stated in docs/console.md.
import { expect, it } from '@jest/globals';
import { openBrowser } from '../docs/browser.ts';
import { describeWithBrowser } from '../docs/describe-with-browser.ts';
import { formatEffortTable, measureTasks, readPagePart } from './tasks/efforts.ts';
import { startTaskNode } from './tasks/task-node.ts';

describeWithBrowser('sixteen tasks', (executablePath) => {
  it('cost what the page of the console says', async () => {
    const [browser, ...nodes] = await Promise.all([
      openBrowser(executablePath),
      startTaskNode(),
      startTaskNode(),
    ]);
    const efforts = await measureTasks(browser, ...nodes);
    process.stdout.write(`${formatEffortTable(efforts)}\n`);
    expect(formatEffortTable(efforts)).toBe(await readPagePart('tasks'));
  }, 480_000);
});
