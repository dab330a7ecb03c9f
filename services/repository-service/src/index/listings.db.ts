// Listings of artifacts, of one AU or of a whole namespace: keyset range scans in the order of their indexes.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { IndexSchema } from './schema.ts';
import { prefixEnd, urlOrder } from './url-order.ts';

/** Which artifacts are listed. `url` and `urlPrefix` exclude each other. */
export interface Listing {
  readonly scope: { auId: number } | { namespaceId: number };
  readonly url: string | undefined;
  readonly urlPrefix: string | undefined;
  /** Every version, only the highest that may be seen of each URL in each AU, or this one. */
  readonly version: 'all' | 'latest' | number;
  readonly includeUncommitted: boolean;
}

/** The last artifact of the page before. */
export interface ListingPosition {
  readonly url: string;
  readonly auid: string;
  readonly version: number;
}

export interface ListedArtifact {
  readonly id: string;
  readonly auid: string;
  readonly url: string;
  readonly version: number;
  readonly committed: boolean;
  readonly contentLength: number;
  readonly sha256: Buffer;
  readonly collectionMs: number;
  readonly storeMs: number;
  readonly segmentKey: string;
  readonly recordOffset: number;
  readonly recordLength: number;
}

/** Order: URL with `/` lowest, then AUID, then version descending. */
export async function listArtifacts(
  db: Kysely<IndexSchema>,
  listing: Listing,
  page: { after: ListingPosition | undefined; limit: number },
): Promise<ListedArtifact[]> {
  const { after, limit } = page;
  if (!after) return run(db, listing, { position: [], limit });
  const found: ListedArtifact[] = [];
  for (const part of partsBehind(listing, after)) {
    if (found.length === limit) break;
    found.push(...(await run(db, listing, { ...part, limit: limit - found.length })));
  }
  return found;
}

/** How many artifacts the listing holds. */
export async function countArtifacts(db: Kysely<IndexSchema>, listing: Listing): Promise<number> {
  const counted = listing.url === undefined && listing.urlPrefix === undefined && counterFor(listing);
  const query = counted
    ? sql<{ total: number }>`
        select coalesce(sum(${sql.ref(counted)}), 0)::bigint as total from au
        where ${'auId' in listing.scope ? sql`id = ${listing.scope.auId}` : sql`namespace_id = ${listing.scope.namespaceId}`}`
    : sql<{ total: number }>`
        select count(*) as total from (
          select ${listing.version === 'latest' ? sql`distinct artifact.au_id, url` : sql``}
          from artifact where ${all(conditions(listing))}
        ) matching`;
  const { rows } = await query.execute(db);
  return rows[0]!.total;
}

/** The counter of the AU's row that holds the answer already. */
function counterFor({ version, includeUncommitted }: Listing): string | undefined {
  if (version === 'all') return includeUncommitted ? 'artifact_count' : 'committed_count';
  return version === 'latest' && !includeUncommitted ? 'committed_url_count' : undefined;
}

type Condition = RawBuilder<unknown>;

interface Part {
  readonly position: Condition[];
  /** Only this part of a page is about one URL in one AU, and an index holds those in this very order. */
  readonly byVersion?: boolean;
}

async function run(
  db: Kysely<IndexSchema>,
  listing: Listing,
  { position, byVersion = false, limit }: Part & { limit: number },
): Promise<ListedArtifact[]> {
  const inOrder = sql`url_head(url), url_order(url), au.auid`;
  const { rows } = await sql<ListedArtifact>`
    select ${listing.version === 'latest' ? sql`distinct on (${inOrder})` : sql``}
      artifact.id, au.auid, url, version, committed, content_length as "contentLength", sha256,
      collection_ms as "collectionMs", store_ms as "storeMs", segment.key as "segmentKey",
      record_offset as "recordOffset", record_length as "recordLength"
    from artifact
    join au on au.id = artifact.au_id
    join segment on segment.id = artifact.segment_id
    where ${all([...conditions(listing), ...position])}
    order by ${byVersion ? sql`` : sql`${inOrder},`} version desc
    limit ${limit}`.execute(db);
  return rows;
}

function conditions(listing: Listing): Condition[] {
  const { scope, url, urlPrefix, version, includeUncommitted } = listing;
  return [
    'auId' in scope ? sql`artifact.au_id = ${scope.auId}` : sql`artifact.namespace_id = ${scope.namespaceId}`,
    ...(includeUncommitted ? [] : [sql`committed`]),
    ...(typeof version === 'number' ? [sql`version = ${version}`] : []),
    ...(url === undefined ? [] : isUrl(url)),
    ...(urlPrefix === undefined || urlPrefix === '' ? [] : startsWith(urlPrefix)),
  ];
}

function isUrl(url: string): Condition[] {
  return [sql`url_head(url) = url_head(${url}) and url_tail(url) = url_tail(${url}) and url = ${url}`];
}

function startsWith(prefix: string): Condition[] {
  const head = Array.from(urlOrder(prefix)).slice(0, 500).join('');
  const end = prefixEnd(head);
  return [
    sql`url_head(url) >= ${head}`,
    ...(end === undefined ? [] : [sql`url_head(url) < ${end}`]),
    sql`starts_with(url, ${prefix})`,
  ];
}

/** What follows an artifact, in this order: its URL's earlier versions in its AU, its URL in later AUs, later URLs. */
function partsBehind(listing: Listing, after: ListingPosition): Part[] {
  const { scope, url, version } = listing;
  const hasEarlier = version !== 'latest' && after.version > 1;
  const inLaterAus = [...isUrl(after.url), sql`au.auid > ${after.auid}`];
  return [
    ...(hasEarlier ? [{ position: earlierVersions(scope, after), byVersion: true }] : []),
    ...('namespaceId' in scope ? [{ position: inLaterAus }] : []),
    ...(url === undefined ? [{ position: urlsBehind(after.url) }] : []),
  ];
}

function earlierVersions(scope: Listing['scope'], { url, auid, version }: ListingPosition): Condition[] {
  const own =
    'namespaceId' in scope
      ? [
          sql`artifact.au_id = (
            select id from au
            where namespace_id = ${scope.namespaceId} and auid_sha256 = sha256(convert_to(${auid}, 'UTF8'))
          )`,
        ]
      : [];
  return [...isUrl(url), ...own, sql`version < ${version}`];
}

function urlsBehind(url: string): Condition[] {
  return [sql`url_head(url) >= url_head(${url})`, sql`url_order(url) > url_order(${url})`];
}

function all(conditions: Condition[]): Condition {
  return sql.join(conditions, sql` and `);
}
