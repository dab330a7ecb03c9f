// Lists the artifacts of an AU or a namespace by keyset pagination in index order: by URL (with `/` lowest), AUID, and
// descending version. Long URLs are listed in separate key ranges (domain/keys/key-prefix-ranges.ts), so that many URLs
// with a long common prefix need not be sorted for each page.
import { type Kysely, sql } from 'kysely';
import {
  canSharePart,
  compareKeys,
  getKeyPart,
  isLongKey,
  KEY_PREFIX_CHARACTERS,
  type KeyPrefixRange,
  listKeyPrefixRanges,
  toNextKeyPrefixRange,
} from '../domain/keys/key-prefix-ranges.ts';
import type { ArtifactListing, ListingPage, ListingPosition, ListingRow } from './listing.ts';
import {
  buildScopeConditions,
  buildSpanSource,
  joinWithAnd,
  readLongSpanRows,
  readLongUrlRows,
} from './listing-rows.db.ts';
import { haveSameUrl, type PreparedSource, readRowsByHead } from './prepared-listings.db.ts';
import type { IndexSchema } from './schema.ts';
import { findPrefixEnd, toUrlOrder } from './url-order.ts';

export interface ListingSource extends PreparedSource {
  readonly kysely: Kysely<IndexSchema>;
}

/** Lists artifacts. Returns an empty list if the AU or namespace does not exist. */
export async function listArtifacts(
  source: ListingSource,
  listing: ArtifactListing,
  { after, limit }: ListingPage,
): Promise<ListingRow[]> {
  const isAfterLong = after !== undefined && isLongKey(toUrlOrder(after.url));
  const rest = isAfterLong ? await readLongUrlRows(source.kysely, listing, after.url, { after, limit }) : [];
  const page = { after: isAfterLong ? undefined : after, limit: limit - rest.length };
  return [...rest, ...(await listSpans(source, listing, listKeySpans(listing, after), page))];
}

/** Lists the artifacts in these key ranges. `after`: see `readRowsByHead`. */
export async function listSpans(
  source: ListingSource,
  listing: ArtifactListing,
  spans: readonly KeyPrefixRange[],
  { after, limit }: ListingPage,
): Promise<ListingRow[]> {
  const found: ListingRow[] = [];
  for (const span of spans) {
    if (found.length === limit) break;
    found.push(...(await listSpan(source, listing, span, { after, limit: limit - found.length })));
  }
  return found;
}

const MAX_ROWS = 2_000;

/**
 * Lists the artifacts of a key range. The database returns rows in order, except long URLs with the same first 500
 * characters. These rows are sorted here or listed separately.
 */
async function listSpan(
  source: ListingSource,
  listing: ArtifactListing,
  span: KeyPrefixRange,
  { after, limit }: ListingPage,
): Promise<ListingRow[]> {
  const isOfHeads = span.prefix.length === 0;
  const found: ListingRow[] = [];
  let [rest, position, size] = [span, after, isOfHeads ? limit : limit + 1];
  while (found.length < limit) {
    const rows = isOfHeads
      ? await readRowsByHead(source, listing, rest, position, size)
      : await readLongSpanRows(source.kysely, listing, rest, { limit: size });
    if (rows.length < size) {
      found.push(...selectVersions(listing, sortRows(rows)));
      break;
    }
    const last = rows.at(-1)!;
    const key = toUrlOrder(last.url);
    const part = getKeyPart(key, span);
    // The page may end within a group of rows with the same key part. Missing rows of that group may sort before rows
    // in the page.
    const isOpen = !isOfHeads || isLongKey(key);
    const listed = selectVersions(listing, sortRows(isOpen ? dropRowsInPart(rows, part, span) : rows));
    found.push(...listed);
    if (isOpen && found.length < limit) {
      const page = { after: undefined, limit: limit - found.length };
      const behind = canSharePart(key, span)
        ? listSpan(source, listing, toNextKeyPrefixRange(span, part), page)
        : readLongUrlRows(source.kysely, listing, last.url, page);
      found.push(...(await behind));
    }
    rest = { ...rest, from: { part, inclusive: false } };
    position = isOpen ? undefined : last;
    // Estimate from the rows so far how many rows are needed per listed artifact.
    const rowsOfShown = Math.ceil(rows.length / Math.max(1, listed.length));
    size = Math.min((limit - found.length + 1) * rowsOfShown, Math.max(size, MAX_ROWS));
  }
  return found.slice(0, limit);
}

/** Drops the rows at the end that have this key part. */
function dropRowsInPart(
  rows: readonly ListingRow[],
  part: Buffer,
  span: KeyPrefixRange,
): readonly ListingRow[] {
  return rows.slice(0, rows.findLastIndex(({ url }) => !getKeyPart(toUrlOrder(url), span).equals(part)) + 1);
}

function sortRows(rows: readonly ListingRow[]): readonly ListingRow[] {
  // Sort only if a key may exceed the indexed prefix. `toUrlOrder` at most doubles the length of a URL.
  if (rows.every((row) => (row.urlBytes ?? row.url.length) < KEY_PREFIX_CHARACTERS / 2)) return rows;
  const keys = new Map(rows.map((row) => [row, toUrlOrder(row.url)]));
  return rows.toSorted(
    (a, b) => compareKeys(keys.get(a)!, keys.get(b)!) || compareKeys(a.auid, b.auid) || b.version - a.version,
  );
}

/** Returns the rows that the listing includes. `rows` must be in listing order. */
function selectVersions({ version }: ArtifactListing, rows: readonly ListingRow[]): readonly ListingRow[] {
  if (version !== 'latest') return rows;
  return rows.filter((row, at) => {
    const before = rows[at - 1];
    return before === undefined || before.auid !== row.auid || !haveSameUrl(before, row);
  });
}

/** Returns the key ranges of the artifacts after this position, in order. */
function listKeySpans({ url, urlPrefix = '' }: ArtifactListing, after?: ListingPosition): KeyPrefixRange[] {
  const key = toUrlOrder(url ?? urlPrefix);
  const below = url !== undefined ? key : key === '' ? undefined : findPrefixEnd(key);
  return listKeyPrefixRanges(
    { from: after ? toUrlOrder(after.url) : key, below },
    { through: url !== undefined, behind: after !== undefined },
  );
}

export async function countArtifacts(db: Kysely<IndexSchema>, listing: ArtifactListing): Promise<number> {
  const counted = listing.url === undefined && listing.urlPrefix === undefined && chooseCounter(listing);
  if (counted) return readCounterSum(db, listing, counted);
  let total = 0;
  for (const span of listKeySpans(listing)) {
    const { table, conditions } = buildSpanSource(listing, span);
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from (
        select ${listing.version === 'latest' ? sql`distinct artifact.au_id, url` : sql``}
        from ${table} where ${joinWithAnd(conditions)}
      ) matching`.execute(db);
    total += rows[0]!.total;
  }
  return total;
}

async function readCounterSum(
  db: Kysely<IndexSchema>,
  listing: ArtifactListing,
  counter: string,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(${sql.ref(counter)}), 0)::bigint as total from au where ${buildScopeConditions(listing)}`.execute(
    db,
  );
  return rows[0]!.total;
}

/**
 * Returns the column of the AU's row that contains the requested count. Returns undefined if there is no such column.
 */
function chooseCounter({ version, includeUncommitted }: ArtifactListing): string | undefined {
  if (version === 'all') return includeUncommitted ? 'artifact_count' : 'committed_count';
  return version === 'latest' && !includeUncommitted ? 'committed_url_count' : undefined;
}
