// One page of a listing of artifacts, whatever its scope.
import type { DatabaseShare, Executor, Pool } from '@holdfast/pg-kit';
import { findNamespace } from '../../index/aus/aus.db.ts';
import { knownNames } from '../../index/known-names.ts';
import type { ListedArtifact, Listing, ListingPosition } from '../../index/listing.ts';
import { countArtifacts, listArtifacts } from '../../index/listings.db.ts';
import { type NamedListing, quickListing } from '../../index/quick-listings.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { badParameter, noSuchNamespace } from '../errors.ts';
import type { LentBytes } from '../shared/lent-bytes.ts';
import { type PageLimits, type PageQuery, type Pages, pages, type TokenSettings } from '../shared/paging.ts';
import type { RequestLink } from '../shared/request-link.ts';
import { artifactsJson } from './artifacts-json.ts';

export interface ListingDeps {
  readonly db: Executor<IndexSchema>;
  readonly pool: Pool;
  /** What listings are asked of: a share of the pool. */
  readonly listingDb: DatabaseShare<IndexSchema>;
  storeUrl(key: string): string;
  readonly tokens: TokenSettings;
  readonly pageLimits: PageLimits;
}

export interface PageOf {
  readonly query: { limit?: number; continuationToken?: string };
  /** The request's own URL. */
  readonly link: RequestLink;
  readonly paging: Pages<ListingPosition>;
  /** What the listing's names stand for. Throws 404 where there is nothing of that name. */
  scope(): Promise<Listing['scope']>;
}

/** An ArtifactPageInfo, as JSON. */
export async function artifactPage(
  { pool, listingDb, storeUrl }: Pick<ListingDeps, 'pool' | 'listingDb' | 'storeUrl'>,
  named: NamedListing,
  { query, link, paging, scope }: PageOf,
): Promise<LentBytes> {
  const { limit, after, totalCount } = paging.request(query);
  let looked: Promise<Listing> | undefined;
  const listing = (): Promise<Listing> => {
    looked ??= scope().then((found) => ({ ...named, scope: found }));
    return looked;
  };
  const page = { after, limit: limit + 1 };
  const source = { pool: listingDb.pool, names: knownNames(pool) };
  const list = async () =>
    (await quickListing(source, named, page)) ?? listArtifacts(listingDb.kysely, await listing(), page);
  const count = async () => countArtifacts(listingDb.kysely, await listing());
  const [found, total] = await Promise.all([list(), totalCount ?? count()]);
  // Who goes on in a listing may have seen the last of it.
  if (found.length === 0) await listing();
  const items = found.slice(0, limit);
  const last = found.length > limit ? positionOf(items.at(-1)!) : undefined;
  const pageInfo = paging.info({ totalCount: total, items: items.length, link, last });
  return artifactsJson(items, { namespace: named.namespace, storeUrl, pageInfo });
}

function positionOf({ url, auid, version }: ListedArtifact): ListingPosition {
  return { url, auid, version };
}

/** Throws 400 when both filters are given. */
export function refuseBoth(url: string | undefined, urlPrefix: string | undefined): void {
  if (url !== undefined && urlPrefix !== undefined) {
    throw badParameter('`url` and `urlPrefix` cannot be given together.');
  }
}

export interface NamespaceListing {
  readonly namespace: string;
  readonly url: string | undefined;
  readonly urlPrefix: string | undefined;
  readonly versions: 'all' | 'latest';
}

export async function artifactsOfNamespace(
  deps: ListingDeps,
  { namespace, url, urlPrefix, versions }: NamespaceListing,
  query: PageQuery,
  link: RequestLink,
): Promise<LentBytes> {
  const parameters = ['artifacts of namespace', namespace, url, urlPrefix, versions];
  const paging = pages<ListingPosition>(deps.tokens, deps.pageLimits, parameters);
  const ofAll = { namespace, auidSha256: undefined };
  const listing = { ...ofAll, url, urlPrefix, version: versions, includeUncommitted: false };
  const scope = async () => {
    const namespaceId = await findNamespace(deps.db, namespace);
    if (namespaceId === undefined) throw noSuchNamespace(namespace);
    return { namespaceId };
  };
  return artifactPage(deps, listing, { query, link, paging, scope });
}
