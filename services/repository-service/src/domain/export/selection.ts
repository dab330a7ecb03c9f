// Selection of artifacts to export, and the format and name of the export file.
import { createHash } from 'node:crypto';

export const exportFormats = { 'warc.gz': 'warc', wacz: 'wacz', tar: 'bag' } as const;
export type ExportFormat = (typeof exportFormats)[keyof typeof exportFormats];

/** Selects committed artifacts. Undefined fields do not restrict the selection. */
export interface ExportSelection {
  readonly namespace: string;
  readonly auid: string | undefined;
  readonly url: string | undefined;
  readonly urlPrefix: string | undefined;
  /** Earliest and latest capture time, inclusive. */
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
  /** `latest`: only the highest version of each URL in each AU, among the artifacts that the other fields select. */
  readonly versions: 'all' | 'latest';
}

export interface ExportName {
  readonly namespace: string;
  readonly format: ExportFormat;
}

/** Parses `{namespace}.warc.gz`, `{namespace}.wacz` or `{namespace}.tar`. Returns undefined for an invalid name. */
export function parseExportName(fileName: string): ExportName | undefined {
  const [, namespace, ending] =
    /^([A-Za-z0-9][A-Za-z0-9._-]{0,254})\.(warc\.gz|wacz|tar)$/.exec(fileName) ?? [];
  if (namespace === undefined || ending === undefined) return undefined;
  return { namespace, format: exportFormats[ending as keyof typeof exportFormats] };
}

/** Returns whether the selection comprises all committed artifacts of the AU or namespace. */
export function isWholeSelection({
  url,
  urlPrefix,
  fromMs,
  toMs,
  versions,
}: Omit<ExportSelection, 'namespace'>): boolean {
  return [url, urlPrefix, fromMs, toMs].every((bound) => bound === undefined) && versions === 'all';
}

const MAX_OF_ONE_PART = 100;

/**
 * Returns the file name of an export, such as `default-sample.wacz`. The name describes the selection. A long AUID or
 * URL is shortened to its end, because AUs of a plugin and pages of a site differ at the end.
 */
export function makeExportFileName(selection: ExportSelection, format: ExportFormat): string {
  const { namespace } = selection;
  if (format === 'bag') return `${makeBagName(selection)}.${endings[format]}`;
  const named = [namespace, ...listNameParts(selection).map(toFileNamePart)].filter((part) => part !== '');
  return `${named.join('-')}.${endings[format]}`;
}

const MAX_OF_A_BAG_PART = 60;

/**
 * Returns the top folder of a bag, which equals the name of its tar archive, as RFC 8493 (4.2) and APTrust recommend.
 * The name has only letters, digits, `.`, `_` and `-`. If the name is not exactly the namespace and AUID, a digest is
 * appended, so that different bags have different names.
 */
export function makeBagName(selection: ExportSelection): string {
  const { namespace } = selection;
  const parts = listNameParts(selection);
  const named = [namespace.slice(0, MAX_OF_A_BAG_PART), ...parts.map(toBagNamePart)];
  const name = named.filter((part) => part !== '').join('-');
  const { auid } = selection;
  const isExact = named[0] === namespace && (parts.length === 0 || (parts.length === 1 && named[1] === auid));
  if (isExact) return name;
  const { url, urlPrefix, fromMs, toMs, versions } = selection;
  const all = JSON.stringify([namespace, auid, url, urlPrefix, fromMs, toMs, versions]);
  return `${name}-${createHash('sha256').update(all).digest('hex').slice(0, 8)}`;
}

/** Returns the parts of the file name after the namespace. */
function listNameParts({ auid, url, urlPrefix, fromMs, toMs, versions }: ExportSelection): string[] {
  const times = [fromMs, toMs].map((ms) => (ms === undefined ? '' : new Date(ms).toISOString().slice(0, 10)));
  const all = [auid === undefined ? '' : decodeAuid(auid), url ?? urlPrefix ?? '', ...times];
  return [...all, versions === 'latest' ? versions : ''].filter((part) => part !== '');
}

const toBagNamePart = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9._]+/g, '-')
    .slice(-MAX_OF_A_BAG_PART)
    .replace(/^[-.]+|[-.]+$/g, '');

const endings = Object.fromEntries(
  Object.entries(exportFormats).map(([ending, format]) => [format, ending]),
) as Record<ExportFormat, keyof typeof exportFormats>;

/** Decodes the percent-encoded parameter values of an AUID. Returns invalid text unchanged. */
function decodeAuid(auid: string): string {
  try {
    return decodeURIComponent(auid);
  } catch {
    return auid;
  }
}

const toFileNamePart = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9._~]+/g, '-')
    .slice(-MAX_OF_ONE_PART)
    .replace(/^[-.]+|[-.]+$/g, '');
