// What an AU holds, page by page.

import type { ArtifactPageInfo, AuidPageInfo } from '@holdfast/api-types';
import { findAu } from '../../index/au.db.ts';
import { countAus, listAuids } from '../../index/aus.db.ts';
import type { Listing, ListingPosition } from '../../index/listings.db.ts';
import { auidSha256 } from '../../ingest/target.ts';
import { artifactPage, type ListingDeps } from '../artifacts/artifact-page.ts';
import { noSuchAu, noSuchNamespace } from '../errors.ts';
import { type PageQuery, pages } from '../shared/paging.ts';
import type { RequestLink } from '../shared/request-link.ts';

export type AuListing = Omit<Listing, 'scope'> & { namespace: string; auid: string };

export async function artifactsOfAu(
  deps: ListingDeps,
  { namespace, auid, ...listing }: AuListing,
  query: PageQuery,
  link: RequestLink,
): Promise<ArtifactPageInfo> {
  const au = await findAu(deps.db, { namespace, hash: auidSha256(auid) });
  if (!au || au.artifactCount === 0) throw noSuchAu(auid, namespace);
  const parameters = ['artifacts of AU', namespace, auid, ...Object.values(listing)];
  const paging = pages<ListingPosition>(deps.tokens, deps.pageLimits, parameters);
  return artifactPage(deps, { ...listing, scope: { auId: au.auId } }, { namespace, query, link, paging });
}

export async function auidsOfNamespace(
  { db, tokens, pageLimits }: ListingDeps,
  namespace: string,
  query: PageQuery,
  link: RequestLink,
): Promise<AuidPageInfo> {
  const paging = pages<string>(tokens, pageLimits, ['AUIDs', namespace]);
  const { limit, after, totalCount } = paging.request(query);
  const found = await listAuids(db, namespace, { after, limit: limit + 1 });
  if (found.length === 0 && after === undefined) throw noSuchNamespace(namespace);
  const auids = found.slice(0, limit);
  const last = found.length > limit ? auids.at(-1) : undefined;
  const total = totalCount ?? (await countAus(db, namespace));
  return { auids, pageInfo: paging.info({ totalCount: total, items: auids.length, link, last }) };
}
