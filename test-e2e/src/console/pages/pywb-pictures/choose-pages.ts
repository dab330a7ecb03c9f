// Chooses the pages that are worth comparing: HTML with status 200, and pages with resources first.
import type { TestRepositoryClient } from '@holdfast/testkit';
import type { IndexedCapture } from './pywb-archives.ts';

export interface ChosenPage extends IndexedCapture {
  readonly uuid: string;
}

/** Fields of the service's report about a rendered page. */
interface PageSummary {
  readonly total: number;
  readonly refresh?: object;
}

export interface PageChoice {
  readonly client: TestRepositoryClient;
  readonly captures: readonly IndexedCapture[];
  readonly auid: string;
  /** URL prefix of the generated pages. A generated page is chosen only if its URL ends with `/`. */
  readonly made: string;
  /** Maximum number of pages without style sheets, images and frames, not counting generated pages. */
  readonly maxPlain: number;
  /** Text that the URLs must contain. */
  readonly part: string;
}

/**
 * Returns one capture of each page with resources, and some pages without resources. Omits pages that refresh (by a
 * header or a `meta` element), because the browser would follow the refresh in pywb.
 */
export async function choosePages({
  client,
  captures,
  auid,
  made,
  ...choice
}: PageChoice): Promise<ChosenPage[]> {
  const uuids = new Map<string, string>();
  for (const { uri, collectionDate, uuid } of await client.artifacts(auid))
    uuids.set(`${uri} ${formatTimestamp(collectionDate)}`, uuid);
  const html = new Map<string, IndexedCapture>();
  for (const capture of captures)
    if (capture.mime === 'text/html' && capture.status === '200' && !html.has(capture.url))
      html.set(capture.url, capture);
  const [rich, plain]: [ChosenPage[], ChosenPage[]] = [[], []];
  for (const capture of html.values()) {
    const isMade = capture.url.startsWith(made);
    if (!capture.url.includes(choice.part) || (isMade && !capture.url.endsWith('/'))) continue;
    const uuid = uuids.get(`${capture.url} ${capture.timestamp}`);
    if (uuid === undefined) {
      console.log(`pywb has ${capture.timestamp} ${capture.url}, Holdfast does not.`);
      continue;
    }
    const answer = await client.get(`/artifacts/${uuid}/page`, {}, { accept: 'application/json' });
    if (!answer.ok) {
      console.log(`${capture.url} is not rendered: ${answer.status} ${await answer.text()}`);
      continue;
    }
    const { total, refresh } = (await answer.json()) as PageSummary;
    if (refresh) continue;
    (isMade || total > 0 ? rich : plain).push({ ...capture, uuid });
  }
  return [...rich, ...plain.slice(0, choice.maxPlain)];
}

function formatTimestamp(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/\D/g, '').slice(0, 14);
}
