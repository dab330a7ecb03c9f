// One page of a listing of artifacts, whatever its scope.
import type { ArtifactPageInfo } from '@holdfast/api-types';
import type { Executor } from '@holdfast/pg-kit';
import { findNamespace } from '../../index/aus.db.ts';
import type { Listing, ListingPosition } from '../../index/listing.ts';
import { countArtifacts, listArtifacts } from '../../index/listings.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { badParameter, noSuchNamespace } from '../errors.ts';
import { type PageLimits, type PageQuery, type Pages, pages, type TokenSettings } from '../shared/paging.ts';
import type { RequestLink } from '../shared/request-link.ts';
import { wireOfListed } from './artifact.wire.ts';

export interface ListingDeps {
  readonly db: Executor<IndexSchema>;
  /** What listings are asked of. */
  readonly listingDb: Executor<IndexSchema>;
  storeUrl(key: string): string;
  readonly tokens: TokenSettings;
  readonly pageLimits: PageLimits;
}

export interface PageOf {
  readonly namespace: string;
  readonly query: { limit?: number; continuationToken?: string };
  /** The request's own URL. */
  readonly link: RequestLink;
  readonly paging: Pages<ListingPosition>;
}

export async function artifactPage(
  { listingDb, storeUrl }: Pick<ListingDeps, 'listingDb' | 'storeUrl'>,
  listing: Listing,
  { namespace, query, link, paging }: PageOf,
): Promise<ArtifactPageInfo> {
  const { limit, after, totalCount } = paging.request(query);
  const found = await listArtifacts(listingDb, listing, { after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const final = found.length > limit ? shown.at(-1) : undefined;
  const last = final && { url: final.url, auid: final.auid, version: final.version };
  const total = totalCount ?? (await countArtifacts(listingDb, listing));
  // Captures of one segment share its URL.
  const urlOf = remembered(storeUrl);
  return {
    artifacts: shown.map((artifact) => wireOfListed(artifact, namespace, urlOf)),
    pageInfo: paging.info({ totalCount: total, items: shown.length, link, last }),
  };
}

function remembered(make: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const made = known.get(text) ?? make(text);
    known.set(text, made);
    return made;
  };
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
): Promise<ArtifactPageInfo> {
  const namespaceId = await findNamespace(deps.db, namespace);
  if (namespaceId === undefined) throw noSuchNamespace(namespace);
  const parameters = ['artifacts of namespace', namespace, url, urlPrefix, versions];
  const paging = pages<ListingPosition>(deps.tokens, deps.pageLimits, parameters);
  const listing = { scope: { namespaceId }, url, urlPrefix, version: versions, includeUncommitted: false };
  return artifactPage(deps, listing, { namespace, query, link, paging });
}
