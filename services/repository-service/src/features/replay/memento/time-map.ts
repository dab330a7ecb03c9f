// TimeMap of a URL (RFC 7089): links to its mementos, ordered by time. The TimeMap is sent while captures are being
// found. If the TimeMap reaches the limit, its last link refers to the next TimeMap.
import type { Capture } from '../../../domain/replay/capture.ts';
import type { CaptureIndex } from '../../../domain/replay/capture-index.ts';
import type { CdxQuery } from '../query/cdx-query.ts';
import { generateCdxBatches } from '../response/cdx-response.ts';
import { makeFieldCollapse } from '../words/cdx-collapse.ts';
import { isNotSelfRedirect } from '../words/cdx-filter.ts';
import { findFirstSecond, formatCdxTimestamp } from '../words/cdx-time.ts';
import { formatHttpDate, formatLink, LINK_FORMAT, type MementoAddresses } from './memento-links.ts';

export interface TimeMapQuery {
  readonly namespace: string;
  readonly url: string;
  readonly urlkey: string;
  /** Timestamp of the first memento. If undefined, the TimeMap starts with the URL's first memento. */
  readonly from: string | undefined;
  /** Maximum number of mementos in one TimeMap. */
  readonly max: number;
}

/** Starts the TimeMap. Resolves when the first memento is found. Resolves to undefined if the URL has no mementos. */
export async function writeTimeMap(
  index: CaptureIndex,
  addresses: MementoAddresses,
  query: TimeMapQuery,
): Promise<AsyncIterable<string> | undefined> {
  const found = await readFirstMemento(generateMementos(index, query, [isNotSelfRedirect]));
  if (found) return generateTimeMapLines(addresses, query, ...found);
  // Redirects to the URL's own key are mementos only if there are no other captures.
  const whole = { ...query, from: undefined, max: 1 };
  const hasOther =
    query.from !== undefined && (await readFirstMemento(generateMementos(index, whole, [isNotSelfRedirect])));
  const others = hasOther ? undefined : await readFirstMemento(generateMementos(index, query, []));
  return others && generateTimeMapLines(addresses, query, ...others);
}

type Mementos = AsyncGenerator<Capture, undefined>;

async function readFirstMemento(mementos: Mementos): Promise<[first: Capture, others: Mementos] | undefined> {
  const first = await mementos.next();
  return first.done ? undefined : [first.value, mementos];
}

async function* generateTimeMapLines(
  addresses: MementoAddresses,
  { url, from, max }: TimeMapQuery,
  first: Capture,
  others: Mementos,
): AsyncGenerator<string> {
  const self = { rel: 'self', type: LINK_FORMAT, from: formatHttpDate(first.collectionMs) };
  let text = [
    formatLink(url, { rel: 'original' }),
    formatLink(addresses.timeGate(url), { rel: 'timegate' }),
    formatLink(addresses.timeMap(url, from), self),
  ].join(',\n');
  let current: Capture = first;
  for (let count = 1; ; count++) {
    const next = await others.next();
    const ends = [count === 1 && from === undefined ? 'first ' : '', next.done ? 'last ' : ''];
    const attributes = { rel: `${ends.join('')}memento`, datetime: formatHttpDate(current.collectionMs) };
    text += `,\n${formatLink(addresses.memento(url, current.collectionMs), attributes)}`;
    if (next.done) break;
    if (text.length >= CHUNK_CHARACTERS) {
      yield text;
      text = '';
    }
    current = next.value;
    if (count < max) continue;
    const rest = { rel: 'timemap', type: LINK_FORMAT, from: formatHttpDate(current.collectionMs) };
    text += `,\n${formatLink(addresses.timeMap(url, formatCdxTimestamp(current.collectionMs)), rest)}`;
    break;
  }
  yield `${text}\n`;
  await others.return(undefined);
}

const CHUNK_CHARACTERS = 16_384;

/**
 * Yields the first capture of each second, at most `max + 1` captures. The extra capture is the first one of the next
 * TimeMap.
 */
async function* generateMementos(
  index: CaptureIndex,
  { namespace, urlkey, from, max }: TimeMapQuery,
  filters: CdxQuery['filters'],
): Mementos {
  const fromMs = from === undefined ? undefined : findFirstSecond(from) * 1000;
  const batches = generateCdxBatches(index, {
    match: { key: urlkey },
    scope: { namespace, fromMs, toMs: undefined },
    sort: { by: 'forward' },
    filters,
    collapses: [makeFieldCollapse('timestamp', undefined, namespace)],
    keeps: 'first',
    offset: 0,
    limit: max + 1,
    tellsRest: false,
    fromEnd: false,
    page: undefined,
    resumeKey: undefined,
    identity: [],
  });
  for await (const batch of batches) yield* batch;
}
