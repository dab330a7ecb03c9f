// Usage: npm run drill -- pages [FOLDER [PART]]. Shows the pages of the corpus and of generated archives in three
// views: pywb with scripts, pywb without scripts, and `GET /artifacts/{uuid}/page` in a frame of the console. FOLDER
// (default: a folder in the system's temporary folder) receives the screenshots and index.html, which shows the
// screenshots side by side. Prints a comparison of each page. With PART, shows only pages whose URLs contain PART.
// Fails if a page lacks an image, font or style rule that pywb shows without scripts.
import { createReadStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { corpus, createTemporaryFolder, startDrillServers, TestRepositoryClient } from '@holdfast/testkit';
import { startConsoleNode } from '../../console/console-node.ts';
import { makeHostileArchive } from '../../console/hostile-captures.ts';
import { makePageCaptures } from '../../console/pages/made-pages.ts';
import { choosePages } from '../../console/pages/pywb-pictures/choose-pages.ts';
import { comparePages, type PageComparison } from '../../console/pages/pywb-pictures/compare-pages.ts';
import {
  describeComparison,
  formatComparisonPage,
} from '../../console/pages/pywb-pictures/comparison-page.ts';
import { JOURNAL, writeJournalArchive } from '../../console/pages/pywb-pictures/journal-archive.ts';
import { makeJournalPages } from '../../console/pages/pywb-pictures/journal-pages.ts';
import { type ArchiveFile, startPywbOnArchives } from '../../console/pages/pywb-pictures/pywb-archives.ts';
import { findInstalledBrowser, openBrowser } from '../../docs/browser.ts';
import { runDrill } from '../../support/run-drill.ts';

const [given = join(tmpdir(), 'pages'), part = ''] = process.argv.slice(2);
const folder = resolve(given);
const auid = 'pages';
const MAX_PLAIN = 6;

await runDrill(async () => {
  const executablePath = findInstalledBrowser();
  if (executablePath === undefined) throw new Error('Chromium is not installed on this machine');
  await mkdir(folder, { recursive: true });
  await startDrillServers();
  const files = await listArchives();
  const [archives, node, browser] = await Promise.all([
    startPywbOnArchives(files),
    startConsoleNode({ repositoryEnv: { PAGE_RENDERING_TIME: '60s' } }),
    openBrowser(executablePath),
  ]);
  const client = new TestRepositoryClient(node.repositoryUrl, node);
  for (const { path } of files)
    await client.importArchive(createReadStream(path), { auid, storeDuplicate: true });
  const { captures } = archives;
  const pages = await choosePages({ client, captures, auid, made: JOURNAL, maxPlain: MAX_PLAIN, part });
  const comparisons: PageComparison[] = [];
  await comparePages({ browser, node, archives }, pages, folder, (comparison) => {
    comparisons.push(comparison);
    console.log([comparison.name, ...describeComparison(comparison)].join('\n  '));
  });
  await writeFile(join(folder, 'index.html'), formatComparisonPage(comparisons));
  const faulty = comparisons.filter(({ faults }) => faults.length > 0);
  console.log(`${comparisons.length} pages; the screenshots are in ${folder}.`);
  if (faulty.length > 0) throw new Error(`${faulty.length} pages lack content that pywb shows.`);
});

/** Lists the generated archives and, if the corpus is available, its archives. */
async function listArchives(): Promise<ArchiveFile[]> {
  const made = await createTemporaryFolder();
  const archives: ArchiveFile[] = [];
  for (const [id, bytes] of [
    ['made-pages.warc.gz', makeHostileArchive(makePageCaptures())],
    ['made-journal.warc.gz', writeJournalArchive(makeJournalPages())],
  ] as const) {
    await writeFile(join(made, id), bytes);
    archives.push({ id, path: join(made, id) });
  }
  if (!corpus.available) return archives;
  for (const source of ['pywb', 'warcio', 'made'])
    for (const name of await readdir(corpus.path(`warcs/${source}`)))
      archives.push({ id: `${source}-${name}`, path: corpus.path(`warcs/${source}/${name}`) });
  return archives;
}
