// Reads plugin definitions from a URL: a single file, an archive, or a registry page with links.
import type { RegistryFile } from '../../index/plugins/registry-files.db.ts';
import { type ArchiveFile, readPluginArchive } from './archive.ts';
import {
  type DownloadDeps,
  type DownloadedFile,
  type DownloadResult,
  downloadPluginFile,
  isArchive,
} from './download.ts';
import { addDefinitionFile, addIncompleteProblem, addProblem, type PluginFindings } from './findings.ts';
import type { NamedRegistry } from './registries.ts';
import { isHtmlPage, parseRegistryPage } from './registry-page.ts';

/** Number of concurrent downloads per registry page. */
const CONCURRENT_DOWNLOADS = 4;

/** Adds the definitions to `findings`, and every requested URL to `asked`. */
export async function readUrlSource(
  deps: DownloadDeps,
  findings: PluginFindings,
  { url, name }: NamedRegistry,
  asked: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  asked.add(url);
  const note = (of: Pick<RegistryFile, 'url' | 'kind'>, { file, problem: why }: DownloadResult) =>
    findings.files.push({
      ...of,
      registry: name,
      usable: file !== undefined,
      signedBy: file?.signedBy,
      problem: why,
    });
  const downloaded = await downloadPluginFile(deps, url, signal);
  const found = addDownloadProblems(findings, downloaded);
  // Without content, it is unknown whether the URL is a registry page, so the record of an earlier load is kept.
  if (found === undefined) return;
  note({ url, kind: isPage(found) ? 'page' : 'other' }, downloaded);
  if (!isPage(found)) return readFile(findings, url, url, found, signal);
  const page = parseRegistryPage(found.body.toString('utf8'), found.finalUrl);
  const registry = page.title ?? url;
  if (page.links.length === 0)
    addIncompleteProblem(findings, `${url}: the page links to no JAR, ZIP or XML file of its server`);
  for (const link of page.elsewhere)
    addProblem(findings, `${url}: links to ${link}, which is on another server`);
  for (let at = 0; at < page.links.length; at += CONCURRENT_DOWNLOADS) {
    const links = page.links.slice(at, at + CONCURRENT_DOWNLOADS);
    for (const link of links) asked.add(link);
    const downloads = await Promise.all(links.map((link) => downloadPluginFile(deps, link, signal)));
    for (const [index, one] of downloads.entries()) {
      const link = links[index]!;
      note({ url: link, kind: /\.jar$/i.test(new URL(link).pathname) ? 'jar' : 'other' }, one);
      const file = addDownloadProblems(findings, one);
      if (file !== undefined) await readFile(findings, link, registry, file, signal);
    }
  }
}

/** Returns the downloaded file, and adds its problems to `findings`. */
function addDownloadProblems(
  findings: PluginFindings,
  { file, problem: why, isRefused }: DownloadResult,
): DownloadedFile | undefined {
  if (why !== undefined && file === undefined && !isRefused) addIncompleteProblem(findings, why);
  else if (why !== undefined) addProblem(findings, why);
  return file;
}

async function readFile(
  findings: PluginFindings,
  url: string,
  registry: string,
  found: DownloadedFile,
  signal: AbortSignal,
): Promise<void> {
  const file: ArchiveFile = { place: url, file: url, origin: { type: 'Loadable', registry, url } };
  // An empty file withdraws the plugins that earlier versions of the file contained.
  if (found.body.length === 0) return;
  if (isArchive(found.body)) await readPluginArchive(findings, file, found.body, signal);
  else addDefinitionFile(findings, { ...file, isPlugin: true }, found.body);
}

function isPage({ mediaType, body }: DownloadedFile): boolean {
  return !isArchive(body) && isHtmlPage(mediaType, body.toString('utf8', 0, 200));
}
