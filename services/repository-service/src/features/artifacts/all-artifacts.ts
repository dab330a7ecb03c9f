// The committed artifacts of a namespace over all its AUs, page by page.
import type { ArtifactPageInfo } from '@holdfast/api-types';
import { findNamespace } from '../../index/aus.db.ts';
import type { ListingPosition } from '../../index/listings.db.ts';
import { noSuchNamespace } from '../errors.ts';
import type { PageQuery } from '../shared/paging.ts';
import { pages } from '../shared/paging.ts';
import type { RequestLink } from '../shared/request-link.ts';
import type { ListingDeps } from './artifact-page.ts';
import { artifactPage } from './artifact-page.ts';

export interface NamespaceListing {
  namespace: string;
  url: string | undefined;
  urlPrefix: string | undefined;
  versions: 'all' | 'latest';
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
