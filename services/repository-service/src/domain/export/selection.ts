// What an export is asked for: which artifacts, and as what file.
import { createHash } from 'node:crypto';

export const exportFormats = { 'warc.gz': 'warc', wacz: 'wacz', tar: 'bag' } as const;
export type ExportFormat = (typeof exportFormats)[keyof typeof exportFormats];

/** Committed artifacts; what is undefined restricts nothing. */
export interface ExportSelection {
  readonly namespace: string;
  readonly auid: string | undefined;
  readonly url: string | undefined;
  readonly urlPrefix: string | undefined;
  /** Inclusive bounds of the time of collection. */
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
  /** `latest`: of each URL of an AU the highest version among those that the rest selects. */
  readonly versions: 'all' | 'latest';
}

export interface ExportName {
  readonly namespace: string;
  readonly format: ExportFormat;
}

/** `{namespace}.warc.gz`, `{namespace}.wacz` or `{namespace}.tar`; undefined for anything else. */
export function exportName(fileName: string): ExportName | undefined {
  const [, namespace, ending] =
    /^([A-Za-z0-9][A-Za-z0-9._-]{0,254})\.(warc\.gz|wacz|tar)$/.exec(fileName) ?? [];
  if (namespace === undefined || ending === undefined) return undefined;
  return { namespace, format: exportFormats[ending as keyof typeof exportFormats] };
}

/** Whether all committed artifacts of its AU, or of its namespace, are selected. */
export function isWhole({
  url,
  urlPrefix,
  fromMs,
  toMs,
  versions,
}: Omit<ExportSelection, 'namespace'>): boolean {
  return [url, urlPrefix, fromMs, toMs].every((bound) => bound === undefined) && versions === 'all';
}

const MOST_OF_ONE_PART = 100;

/**
 * The name under which an export is saved: its namespace, then what else it is of, so that two exports are not called the same:
 * `default-sample.wacz`. Of a long AUID or URL it has the end, by which those of one plugin and of one site differ.
 */
export function savedName(selection: ExportSelection, format: ExportFormat): string {
  const { namespace } = selection;
  if (format === 'bag') return `${bagName(selection)}.${endings[format]}`;
  const named = [namespace, ...partsOf(selection).map(inFileName)].filter((part) => part !== '');
  return `${named.join('-')}.${endings[format]}`;
}

const MOST_OF_A_BAG_PART = 60;

/**
 * The folder in a bag's tar archive, and the name of that archive without its ending: RFC 8493 (4.2) and APTrust want them to
 * be the same. Of letters, digits, `.`, `_` and `-` alone. Where that loses something of the selection, a digest tells the bag
 * from others, so that bags can be unpacked in one folder.
 */
export function bagName(selection: ExportSelection): string {
  const { namespace } = selection;
  const parts = partsOf(selection);
  const named = [namespace.slice(0, MOST_OF_A_BAG_PART), ...parts.map(inBagName)];
  const name = named.filter((part) => part !== '').join('-');
  const { auid } = selection;
  const isExact = named[0] === namespace && (parts.length === 0 || (parts.length === 1 && named[1] === auid));
  if (isExact) return name;
  const { url, urlPrefix, fromMs, toMs, versions } = selection;
  const all = JSON.stringify([namespace, auid, url, urlPrefix, fromMs, toMs, versions]);
  return `${name}-${createHash('sha256').update(all).digest('hex').slice(0, 8)}`;
}

/** What an export is of, beside its namespace. */
function partsOf({ auid, url, urlPrefix, fromMs, toMs, versions }: ExportSelection): string[] {
  const times = [fromMs, toMs].map((ms) => (ms === undefined ? '' : new Date(ms).toISOString().slice(0, 10)));
  const all = [auid === undefined ? '' : decoded(auid), url ?? urlPrefix ?? '', ...times];
  return [...all, versions === 'latest' ? versions : ''].filter((part) => part !== '');
}

const inBagName = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9._]+/g, '-')
    .slice(-MOST_OF_A_BAG_PART)
    .replace(/^[-.]+|[-.]+$/g, '');

const endings = Object.fromEntries(
  Object.entries(exportFormats).map(([ending, format]) => [format, ending]),
) as Record<ExportFormat, keyof typeof exportFormats>;

/** An AUID has the values of its parameters percent-encoded; one that is encoded in no such way stays as it is. */
function decoded(auid: string): string {
  try {
    return decodeURIComponent(auid);
  } catch {
    return auid;
  }
}

const inFileName = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9._~]+/g, '-')
    .slice(-MOST_OF_ONE_PART)
    .replace(/^[-.]+|[-.]+$/g, '');
