// Parts of listing queries, and queries for URLs that are too long for an index entry.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { getKeyPart, type KeyPrefixRange, toKeyPrefixRange } from '../domain/keys/key-prefix-ranges.ts';
import type { ArtifactListing, ListingPage, ListingPosition, ListingRow, ListingScope } from './listing.ts';
import { buildSpanConditions, readLongKeyRows, selectLongKeys } from './long-keys.db.ts';
import type { IndexSchema } from './schema.ts';
import { toUrlOrder } from './url-order.ts';

type Sql = RawBuilder<unknown>;

/** Returns the table and the conditions that select the listed artifacts in a key range. */
export function buildSpanSource(
  listing: ArtifactListing,
  span: KeyPrefixRange,
): { table: Sql; conditions: Sql[] } {
  if (span.prefix.length === 0) {
    const bounds = buildSpanConditions(span, sql`url_head(url)`, (bytes) => sql`${bytes.toString()}::text`);
    return {
      table: sql`artifact`,
      conditions: [buildScopeFilter(listing), ...bounds, ...buildVisibilityConditions(listing)],
    };
  }
  return {
    table: sql`long_key join artifact on artifact.id = long_key.artifact_id`,
    conditions: [...selectLongKeys(buildOrderName(listing), span), ...buildVisibilityConditions(listing)],
  };
}

/**
 * Returns the rows of long URLs in a key range, ordered by the next part of the URL, then by descending version. If
 * `after` is given, returns only lower versions than the version in `after`.
 */
export function readLongSpanRows(
  db: Kysely<IndexSchema>,
  listing: ArtifactListing,
  span: KeyPrefixRange,
  { after, limit }: { readonly after?: ListingPosition | undefined; readonly limit: number },
): Promise<ListingRow[]> {
  const shown = [sql`artifact.id = entry.artifact_id`, ...buildVisibilityConditions(listing)];
  const earlier = after ? [sql`rank > ${-after.version}`] : [];
  return readLongKeyRows<ListingRow>(db, {
    conditions: [...selectLongKeys(buildOrderName(listing), span), ...earlier],
    backward: false,
    limit,
    artifact: sql`select ${listedColumns} from artifact ${listedJoins} where ${joinWithAnd(shown)}`,
    partOf: ({ url }) => getKeyPart(toUrlOrder(url), span),
  });
}

/** Returns the rows of a long URL, ordered by AUID, then by descending version. */
export async function readLongUrlRows(
  db: Kysely<IndexSchema>,
  listing: ArtifactListing,
  url: string,
  { after, limit }: ListingPage,
): Promise<ListingRow[]> {
  const span = toKeyPrefixRange(toUrlOrder(url));
  const isLatest = listing.version === 'latest';
  const auid = listing.auid ?? after?.auid;
  const own =
    auid === undefined || (after && isLatest)
      ? []
      : await readLongSpanRows(db, { ...listing, auid }, span, { after, limit });
  if (listing.auid !== undefined) return isLatest ? own.slice(0, 1) : own;
  if (own.length === limit) return own;
  const { table, conditions } = buildSpanSource(listing, span);
  if (after) conditions.push(sql`au.auid > ${after.auid}`);
  const { rows } = await sql<ListingRow>`
    select ${isLatest ? sql`distinct on (au.auid)` : sql``} ${listedColumns} from ${table} ${listedJoins}
    where ${joinWithAnd(conditions)} order by au.auid, version desc limit ${limit - own.length}`.execute(db);
  return [...own, ...rows];
}

/** Columns of a ListingRow. */
export const listedColumns = sql`artifact.id, au.auid, url, version, committed, content_length as "contentLength", sha256,
  collection_ms as "collectionMs", store_ms as "storeMs", segment.key as "segmentKey",
  record_offset as "recordOffset", record_length as "recordLength", quarantined`;

/** Tables that `listedColumns` needs in addition to `artifact`. */
export const listedJoins = sql`join au on au.id = artifact.au_id join segment on segment.id = artifact.segment_id`;

/** SQL expressions for the IDs of the namespace and the AU. */
const selectNamespaceId = ({ namespace }: ListingScope) =>
  sql`(select id from namespace where name = ${namespace})`;
const selectAuId = (scope: ListingScope) => sql`(
  select id from au
  where namespace_id = ${selectNamespaceId(scope)} and auid_sha256 = sha256(convert_to(${scope.auid}, 'UTF8'))
)`;

function buildScopeFilter(scope: ListingScope): Sql {
  return scope.auid === undefined
    ? sql`artifact.namespace_id = ${selectNamespaceId(scope)}`
    : sql`artifact.au_id = ${selectAuId(scope)}`;
}

/** Returns the condition that selects the AUs of a scope. */
export function buildScopeConditions(scope: ListingScope): Sql {
  return scope.auid === undefined
    ? sql`namespace_id = ${selectNamespaceId(scope)}`
    : sql`id = ${selectAuId(scope)}`;
}

function buildOrderName(scope: ListingScope): Sql {
  return scope.auid === undefined
    ? sql`'namespace ' || ${selectNamespaceId(scope)}`
    : sql`'au ' || ${selectAuId(scope)}`;
}

function buildVisibilityConditions({ version, includeUncommitted }: ArtifactListing): Sql[] {
  return [
    ...(includeUncommitted ? [] : [sql`committed`]),
    ...(typeof version === 'number' ? [sql`version = ${version}`] : []),
  ];
}

export function joinWithAnd(conditions: readonly Sql[]): Sql {
  return sql.join(conditions, sql` and `);
}
