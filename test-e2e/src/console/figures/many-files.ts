// Selects a folder of many files in the import screen. Measures the longest time for which the page blocks, compared
// with a page that only reads the list of files.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder, makeWarc } from '@holdfast/testkit';
import type { Browser, Page } from 'playwright-core';
import type { ConsoleNode } from '../console-node.ts';
import { logIn, openConsole } from '../console-page.ts';
import { dropFiles } from '../drop-files.ts';

export interface ManyFilesFigures {
  readonly files: number;
  readonly dropped: UploadDurations;
  readonly chosen: UploadDurations;
  /** Longest task during the first seconds of the upload, while responses arrive. */
  readonly sendingLongestMs: number;
  /** Longest task on a page with only a file input, for the same folder. */
  readonly bareLongestMs: number;
}

interface UploadDurations {
  readonly longestMs: number;
  readonly wholeMs: number;
}

const SENDING_MS = 10_000;

export async function measureManyFiles(
  browser: Browser,
  node: ConsoleNode,
  files: number,
): Promise<ManyFilesFigures> {
  const folder = join(await createTemporaryFolder(), 'crawl');
  await mkdir(folder);
  for (let at = 0; at < files; at += 1)
    await writeFile(
      join(folder, `${String(at).padStart(6, '0')}.warc.gz`),
      makeWarc(1, 100, `many ${at}`).bytes,
    );
  const bare = await browser.newPage();
  await bare.setContent('<input type="file" webkitdirectory>');
  await watch(bare);
  // Accesses the files, because the browser creates the File objects only when a script accesses them.
  await bare.evaluate(`document.querySelector('input').onchange = ({ target }) => Array.from(target.files)`);
  await bare.locator('input').setInputFiles(folder);
  await bare.waitForTimeout(1_000);
  const bareLongestMs = await readLongestTaskMs(bare);
  await bare.close();

  const dropped = await measureUpload(browser, node, files, (page) =>
    dropFiles(page, page.locator('.drop-place'), [folder]),
  );
  const chosen = await measureUpload(browser, node, files, (page) =>
    page.locator('input[type=file][webkitdirectory]').setInputFiles(folder),
  );
  return {
    files,
    dropped,
    chosen,
    sendingLongestMs: Math.max(dropped.sendingMs, chosen.sendingMs),
    bareLongestMs,
  };
}

async function measureUpload(
  browser: Browser,
  node: ConsoleNode,
  files: number,
  give: (page: Page) => Promise<void>,
): Promise<UploadDurations & { sendingMs: number }> {
  const opened = await openConsole(
    browser,
    node.configurationUrl,
    `import?auid=${encodeURIComponent('many files')}`,
  );
  const { page } = opened;
  await logIn(opened, node.user, node.password);
  await page.locator('.drop-place').waitFor();
  await watch(page);
  const beganMs = performance.now();
  await give(page);
  const start = page.getByRole('button', { name: `Import ${files.toLocaleString('en-GB')} files` });
  await start.and(page.locator(':enabled')).waitFor({ timeout: 120_000 });
  const wholeMs = performance.now() - beganMs;
  const longestMs = await readLongestTaskMs(page);
  await start.click();
  await page.waitForTimeout(SENDING_MS);
  const sendingMs = await readLongestTaskMs(page);
  await opened.context.close();
  return { longestMs, wholeMs, sendingMs };
}

const watch = (page: Page): Promise<unknown> =>
  page.evaluate(`{
    window.long = [];
    new PerformanceObserver((list) => window.long.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ type: 'longtask' });
  }`);

/** Returns the duration of the longest task since the last call, or 0. */
const readLongestTaskMs = (page: Page): Promise<number> =>
  page.evaluate('Math.max(0, ...window.long.splice(0))');
