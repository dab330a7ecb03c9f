// The rows of listings: of a span of URLs, in the order of their parts, and of one URL.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type KeySpan, partOf, spanOfKey } from '../domain/keys/key-spans.ts';
import type { ListedArtifact, Listing } from './listing.ts';
import { longKeyRows, longKeysOf, withinSpan } from './long-keys.db.ts';
import type { IndexSchema } from './schema.ts';
import { urlOrder } from './url-order.ts';

export type Condition = RawBuilder<unknown>;

interface Source {
  readonly table: RawBuilder<unknown>;
  readonly part: RawBuilder<unknown>;
  readonly conditions: Condition[];
}

/** Where the listing's artifacts of a span are found, by their part of the URL. */
export function spanSource(listing: Listing, span: KeySpan): Source {
  const { scope } = listing;
  if (span.prefix.length === 0) {
    const part = sql`url_head(url)`;
    const bounds = withinSpan(span, part, (bytes) => sql`${bytes.toString()}::text`);
    return { table: sql`artifact`, part, conditions: [inScope(listing), ...bounds, ...visible(listing)] };
  }
  return {
    table: sql`long_key join artifact on artifact.id = long_key.artifact_id`,
    part: sql`long_key.part`,
    conditions: [...longKeysOf(orderName(scope), span), ...visible(listing)],
  };
}

function orderName(scope: Listing['scope']) {
  return sql`${'auId' in scope ? `au ${scope.auId}` : `namespace ${scope.namespaceId}`}::text`;
}

/** By their part of the URL alone. */
export async function rowsOfSpan(
  db: Kysely<IndexSchema>,
  listing: Listing,
  span: KeySpan,
  limit: number,
): Promise<ListedArtifact[]> {
  if (span.prefix.length > 0) {
    const shown = [sql`artifact.id = entry.artifact_id`, ...visible(listing)];
    return longKeyRows<ListedArtifact>(db, {
      conditions: longKeysOf(orderName(listing.scope), span),
      backward: false,
      limit,
      artifact: sql`select ${columns} from artifact ${joined} where ${all(shown)}`,
      partOf: ({ url }) => partOf(urlOrder(url), span),
    });
  }
  const { part, conditions } = spanSource(listing, span);
  // Limited before the joins, so that PostgreSQL follows the index even while it has no statistics of the table.
  const { rows } = await sql<ListedArtifact>`
    select ${columns} from (
      select * from artifact where ${all(conditions)} order by ${part} limit ${limit}
    ) artifact ${joined} order by ${part}`.execute(db);
  return rows;
}

/** By AUID, then version descending. `byVersion`: of one AU, whose index has them in this very order. */
export async function rowsOfUrl(
  db: Kysely<IndexSchema>,
  listing: Listing,
  url: string,
  { position = [], byVersion = false, limit }: { position?: Condition[]; byVersion?: boolean; limit: number },
): Promise<ListedArtifact[]> {
  const isOfOneAu = byVersion || 'auId' in listing.scope;
  const { table, conditions } = urlSource(listing, url, isOfOneAu);
  const { rows } = await sql<ListedArtifact>`
    select ${listing.version === 'latest' ? sql`distinct on (au.auid)` : sql``} ${columns}
    from ${table} ${joined}
    where ${all([...conditions, ...position])}
    order by ${isOfOneAu && listing.version !== 'latest' ? sql`` : sql`au.auid,`} version desc
    limit ${limit}`.execute(db);
  return rows;
}

/** The index of an AU knows each URL, however long; that of a namespace knows heads. */
function urlSource(listing: Listing, url: string, isOfOneAu: boolean): Pick<Source, 'table' | 'conditions'> {
  const isUrl = sql`url_head(url) = url_head(${url}) and url_tail(url) = url_tail(${url}) and url = ${url}`;
  const span = spanOfKey(urlOrder(url));
  if (!isOfOneAu && span.prefix.length > 0) return spanSource(listing, span);
  return { table: sql`artifact`, conditions: [inScope(listing), isUrl, ...visible(listing)] };
}

const columns = sql`artifact.id, au.auid, url, version, committed, content_length as "contentLength", sha256,
  collection_ms as "collectionMs", store_ms as "storeMs", segment.key as "segmentKey",
  record_offset as "recordOffset", record_length as "recordLength", quarantined`;

const joined = sql`join au on au.id = artifact.au_id join segment on segment.id = artifact.segment_id`;

function inScope({ scope }: Listing): Condition {
  return 'auId' in scope
    ? sql`artifact.au_id = ${scope.auId}`
    : sql`artifact.namespace_id = ${scope.namespaceId}`;
}

function visible({ version, includeUncommitted }: Listing): Condition[] {
  return [
    ...(includeUncommitted ? [] : [sql`committed`]),
    ...(typeof version === 'number' ? [sql`version = ${version}`] : []),
  ];
}

export function all(conditions: readonly Condition[]): Condition {
  return sql.join(conditions, sql` and `);
}
