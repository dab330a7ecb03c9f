// Lists one page of artifacts of an AU or a namespace.
import type { DatabaseShare, Executor, Pool } from '@holdfast/pg-kit';
import { findAu } from '../../index/aus/au.db.ts';
import { findNamespace } from '../../index/aus/aus.db.ts';
import type { ArtifactListing, ListingPosition, ListingScope } from '../../index/listing.ts';
import { countArtifacts, type ListingSource, listArtifacts } from '../../index/listings.db.ts';
import { openNameCache } from '../../index/name-cache.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { hashAuid } from '../../ingest/storing/segment.ts';
import { makeBadParameterError, makeNoSuchAuError, makeNoSuchNamespaceError } from '../errors.ts';
import { createPages, type PageLimits, type PageQuery, type PageTokenSettings } from '../shared/paging.ts';
import type { PooledBytes } from '../shared/pooled-bytes.ts';
import type { RequestLink } from '../shared/request-link.ts';
import { writeArtifactsJson } from './artifacts-json.ts';

export interface ListingDeps {
  readonly db: Executor<IndexSchema>;
  readonly pool: Pool;
  /** Share of the connection pool that is reserved for listings. */
  readonly listingDb: DatabaseShare<IndexSchema>;
  storeUrl(key: string): string;
  readonly tokens: PageTokenSettings;
  readonly pageLimits: PageLimits;
}

/**
 * Returns the JSON of an ArtifactPageInfo. Throws 400 if both `url` and `urlPrefix` are given. Throws 404 if the AU or
 * the namespace has no artifacts.
 */
export async function writeArtifactPage(
  deps: ListingDeps,
  listing: ArtifactListing,
  query: PageQuery,
  link: RequestLink,
): Promise<PooledBytes> {
  const { namespace, auid, url, urlPrefix, version, includeUncommitted } = listing;
  refuseBothFilters(url, urlPrefix);
  const parameters = ['artifacts', namespace, auid, url, urlPrefix, version, includeUncommitted];
  const paging = createPages<ListingPosition>(deps.tokens, deps.pageLimits, parameters);
  const { limit, after, totalCount } = paging.request(query);
  const [found, total] = await Promise.all([
    listArtifacts(toListingSource(deps), listing, { after, limit: limit + 1 }),
    totalCount ?? countArtifacts(deps.listingDb.kysely, listing),
  ]);
  // A page after the first may be empty, because the previous page may have listed the last artifact.
  if (found.length === 0) await requireArtifacts(deps, listing);
  const items = found.slice(0, limit);
  const last = found.length > limit ? positionOf(items.at(-1)!) : undefined;
  const pageInfo = paging.info({ totalCount: total, items: items.length, link, last });
  return writeArtifactsJson(items, { namespace, storeUrl: deps.storeUrl, pageInfo });
}

export function refuseBothFilters(url: string | undefined, urlPrefix: string | undefined): void {
  if (url !== undefined && urlPrefix !== undefined)
    throw makeBadParameterError('`url` and `urlPrefix` cannot be given together.');
}

export function toListingSource({ pool, listingDb }: ListingDeps): ListingSource {
  return { ...listingDb, names: openNameCache(pool) };
}

function positionOf({ url, auid, version }: ListingPosition): ListingPosition {
  return { url, auid, version };
}

/** Throws 404 for an AU or a namespace without artifacts. */
export async function requireArtifacts(
  { db }: Pick<ListingDeps, 'db'>,
  { namespace, auid }: ListingScope,
): Promise<void> {
  if (auid === undefined) {
    if ((await findNamespace(db, namespace)) === undefined) throw makeNoSuchNamespaceError(namespace);
    return;
  }
  const au = await findAu(db, { namespace, hash: hashAuid(auid) });
  if (!au || au.artifactCount === 0) throw makeNoSuchAuError(auid, namespace);
}
