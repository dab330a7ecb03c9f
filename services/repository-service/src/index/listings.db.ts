// Listings of artifacts, of one AU or of a whole namespace: keyset range scans in the order of their indexes, a level of
// the URLs at a time (domain/keys/key-spans.ts), so that many URLs with one long beginning are not sorted for each page.
import { type Kysely, sql } from 'kysely';
import {
  type KeyRange,
  type KeySpan,
  mayGoOn,
  partOf,
  spanBehind,
  spansOf,
} from '../domain/keys/key-spans.ts';
import type { ListedArtifact, Listing, ListingPage, ListingPosition } from './listing.ts';
import { inOrder, sharing, shown } from './listing-order.ts';
import { all, type Condition, rowsOfSpan, rowsOfUrl, spanSource } from './listing-rows.db.ts';
import type { IndexSchema } from './schema.ts';
import { prefixEnd, urlOrder } from './url-order.ts';

/** Order: URL with `/` lowest, then AUID, then version descending. */
export async function listArtifacts(
  db: Kysely<IndexSchema>,
  listing: Listing,
  { after, limit }: ListingPage,
): Promise<ListedArtifact[]> {
  const found: ListedArtifact[] = [];
  const { url } = after ?? listing;
  for (const position of url === undefined ? [] : restOfUrl(listing, after)) {
    if (found.length === limit) break;
    found.push(...(await rowsOfUrl(db, listing, url!, { ...position, limit: limit - found.length })));
  }
  if (listing.url !== undefined) return found;
  const range = rangeOf(listing, after);
  for (const span of range ? spansOf(range, { behind: after !== undefined }) : []) {
    if (found.length === limit) break;
    found.push(...(await listSpan(db, listing, span, limit - found.length)));
  }
  return found;
}

/** How many artifacts the listing holds. */
export async function countArtifacts(db: Kysely<IndexSchema>, listing: Listing): Promise<number> {
  const counted = listing.url === undefined && listing.urlPrefix === undefined && counterFor(listing);
  if (counted) return sumOfCounters(db, listing, counted);
  const range = listing.url === undefined ? rangeOf(listing, undefined) : oneUrl(listing.url);
  let total = 0;
  for (const span of range ? spansOf(range, { through: listing.url !== undefined }) : []) {
    const { table, conditions } = spanSource(listing, span);
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from (
        select ${listing.version === 'latest' ? sql`distinct artifact.au_id, url` : sql``}
        from ${table} where ${all(conditions)}
      ) matching`.execute(db);
    total += rows[0]!.total;
  }
  return total;
}

async function sumOfCounters(db: Kysely<IndexSchema>, { scope }: Listing, counter: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(${sql.ref(counter)}), 0)::bigint as total from au
    where ${'auId' in scope ? sql`id = ${scope.auId}` : sql`namespace_id = ${scope.namespaceId}`}`.execute(
    db,
  );
  return rows[0]!.total;
}

/** The counter of the AU's row that holds the answer already. */
function counterFor({ version, includeUncommitted }: Listing): string | undefined {
  if (version === 'all') return includeUncommitted ? 'artifact_count' : 'committed_count';
  return version === 'latest' && !includeUncommitted ? 'committed_url_count' : undefined;
}

/** In the order of listings; undefined: nothing. */
function rangeOf({ urlPrefix = '' }: Listing, after: ListingPosition | undefined): KeyRange | undefined {
  const prefix = urlOrder(urlPrefix);
  const from = after ? urlOrder(after.url) : prefix;
  return { from, below: prefix === '' ? undefined : prefixEnd(prefix) };
}

function oneUrl(url: string): KeyRange {
  return { from: urlOrder(url), below: urlOrder(url) };
}

const MOST_ROWS = 2_000;

/** Rows come in the order of their part of the URL; those with the same part are put in order here, or listed by themselves. */
async function listSpan(
  db: Kysely<IndexSchema>,
  listing: Listing,
  span: KeySpan,
  limit: number,
): Promise<ListedArtifact[]> {
  const found: ListedArtifact[] = [];
  let rest = span;
  let size = limit + 1;
  while (found.length < limit) {
    const rows = await rowsOfSpan(db, listing, rest, size);
    const share = sharing(span);
    const last = rows.length < size ? undefined : rows.at(-1)!;
    if (!last) {
      found.push(...shown(listing, inOrder(rows, share)));
      break;
    }
    const key = urlOrder(last.url);
    const part = partOf(key, span);
    // What else has the last row's part may not be among the rows.
    const whole = inOrder(rows.slice(0, rows.findLastIndex((row) => !share(row, last)) + 1), share);
    const wholeShown = shown(listing, whole);
    found.push(...wholeShown);
    rest = { ...rest, from: { part, inclusive: whole.length > 0 } };
    const left = limit - found.length;
    if (whole.length === 0 && mayGoOn(key, span)) {
      found.push(...(await listSpan(db, listing, spanBehind(span, part), left)));
    } else if (whole.length === 0) found.push(...(await rowsOfUrl(db, listing, last.url, { limit: left })));
    // As many rows for each that is shown as there were until now: the rest of a page is a few, or all of their versions.
    const rowsOfShown = Math.ceil(rows.length / Math.max(1, wholeShown.length));
    size = Math.min((limit - found.length + 1) * rowsOfShown, Math.max(size, MOST_ROWS));
  }
  return found.slice(0, limit);
}

interface Position {
  readonly position?: Condition[];
  /** Only this is about one AU. */
  readonly byVersion?: boolean;
}

/** What there is of the URL that a page begins in, in this order: its earlier versions in its AU, and it in later AUs. */
function restOfUrl({ scope, version }: Listing, after: ListingPosition | undefined): Position[] {
  if (!after) return [{}];
  const hasEarlier = version !== 'latest' && after.version > 1;
  return [
    ...(hasEarlier ? [{ position: earlierVersions(scope, after), byVersion: true }] : []),
    ...('namespaceId' in scope ? [{ position: [sql`au.auid > ${after.auid}`] }] : []),
  ];
}

function earlierVersions(scope: Listing['scope'], { auid, version }: ListingPosition): Condition[] {
  const own =
    'namespaceId' in scope
      ? [
          sql`artifact.au_id = (
            select id from au
            where namespace_id = ${scope.namespaceId} and auid_sha256 = sha256(convert_to(${auid}, 'UTF8'))
          )`,
        ]
      : [];
  return [...own, sql`version < ${version}`];
}
