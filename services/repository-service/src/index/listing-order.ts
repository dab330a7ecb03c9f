// Listed artifacts of one span in the order of listings: those that share their part of the URL come from an index in none.
import { compareKeys, HEAD_CHARACTERS, type KeySpan, partOf } from '../domain/keys/key-spans.ts';
import type { ListedArtifact, Listing } from './listing.ts';
import { urlOrder } from './url-order.ts';

export type Share = (a: ListedArtifact, b: ListedArtifact) => boolean;

/** Whether two rows of the span have the same part. The mapping at most doubles a URL: one shorter than half a head is its own. */
export function sharing(span: KeySpan): Share {
  const parts = new Map<ListedArtifact, Buffer>();
  const part = (row: ListedArtifact): Buffer => {
    const known = parts.get(row) ?? partOf(urlOrder(row.url), span);
    parts.set(row, known);
    return known;
  };
  return (a, b) => sameUrl(a, b) || (!isShort(a) && !isShort(b) && part(a).equals(part(b)));
}

/** Surely shorter than a head. */
export function isShort(row: ListedArtifact): boolean {
  return (row.urlBytes ?? row.url.length) < HEAD_CHARACTERS / 2;
}

/** Of rows in the order of their parts. */
export function inOrder<Row extends ListedArtifact>(rows: readonly Row[], share: Share): readonly Row[] {
  const ordered: Row[] = [];
  for (let start = 0, end = 1; start < rows.length; start = end, end += 1) {
    while (end < rows.length && share(rows[end - 1]!, rows[end]!)) end += 1;
    if (end - start === 1) ordered.push(rows[start]!);
    else ordered.push(...sorted(rows.slice(start, end)));
  }
  return ordered;
}

function sorted<Row extends ListedArtifact>(rows: readonly Row[]): readonly Row[] {
  const inUrl = (a: Row, b: Row) => compareKeys(a.auid, b.auid) || b.version - a.version;
  if (rows.every(({ url }) => url === rows[0]!.url)) return rows.toSorted(inUrl);
  const keys = new Map(rows.map((row) => [row, urlOrder(row.url)]));
  return rows.toSorted((a, b) => compareKeys(keys.get(a)!, keys.get(b)!) || inUrl(a, b));
}

/** Of rows in order, all versions of each URL among them. */
export function shown<Row extends ListedArtifact>(
  { version }: Pick<Listing, 'version'>,
  rows: readonly Row[],
): readonly Row[] {
  if (version !== 'latest') return rows;
  return rows.filter((row, at) => {
    const before = rows[at - 1];
    return before === undefined || before.auid !== row.auid || !sameUrl(before, row);
  });
}

function sameUrl(a: ListedArtifact, b: ListedArtifact): boolean {
  if (a.urlBytes !== undefined && b.urlBytes !== undefined && a.urlBytes !== b.urlBytes) return false;
  return a.url === b.url;
}
