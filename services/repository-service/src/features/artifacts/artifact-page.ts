// One page of a listing of artifacts, whatever its scope.

import type { ArtifactPageInfo } from '@holdfast/api-types';
import type { Executor } from '@holdfast/pg-kit';
import {
  countArtifacts,
  type Listing,
  type ListingPosition,
  listArtifacts,
} from '../../index/listings.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import type { PageLimits, Pages, TokenSettings } from '../shared/paging.ts';
import type { RequestLink } from '../shared/request-link.ts';
import { wireOfListed } from './artifact.wire.ts';

export interface ListingDeps {
  db: Executor<IndexSchema>;
  storeUrl(key: string): string;
  tokens: TokenSettings;
  pageLimits: PageLimits;
}

export interface PageOf {
  namespace: string;
  query: { limit?: number; continuationToken?: string };
  /** The request's own URL. */
  link: RequestLink;
  paging: Pages<ListingPosition>;
}

export async function artifactPage(
  { db, storeUrl }: { db: Executor<IndexSchema>; storeUrl(key: string): string },
  listing: Listing,
  { namespace, query, link, paging }: PageOf,
): Promise<ArtifactPageInfo> {
  const { limit, after, totalCount } = paging.request(query);
  const found = await listArtifacts(db, listing, { after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const final = found.length > limit ? shown.at(-1) : undefined;
  const last = final && { url: final.url, auid: final.auid, version: final.version };
  const total = totalCount ?? (await countArtifacts(db, listing));
  return {
    artifacts: shown.map((artifact) => wireOfListed(artifact, namespace, storeUrl)),
    pageInfo: paging.info({ totalCount: total, items: shown.length, link, last }),
  };
}
