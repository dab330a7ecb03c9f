// Lists one page of the artifacts of a namespace with a certain digest.
import { parseDigest } from '../../domain/search/parse-digest.ts';
import { countArtifactsByDigest, listArtifactsByDigest } from '../../index/search/by-digest.db.ts';
import { makeBadParameterError } from '../errors.ts';
import { createPages, type PageQuery } from '../shared/paging.ts';
import type { PooledBytes } from '../shared/pooled-bytes.ts';
import type { RequestLink } from '../shared/request-link.ts';
import { type ListingDeps, requireArtifacts } from './artifact-page.ts';
import { writeArtifactsJson } from './artifacts-json.ts';

export interface DigestQuery extends PageQuery {
  readonly namespace: string;
  readonly digest: string;
  readonly versions: 'all' | 'latest';
  readonly url?: string;
  readonly urlPrefix?: string;
}

/**
 * Returns the JSON of an ArtifactPageInfo. Throws 400 if a URL or a prefix is also given. Throws 404 if the namespace
 * has no artifacts.
 */
export async function writeDigestPage(
  deps: ListingDeps,
  query: DigestQuery,
  link: RequestLink,
): Promise<PooledBytes> {
  const { namespace, versions: version } = query;
  if (query.url !== undefined || query.urlPrefix !== undefined)
    throw makeBadParameterError('`digest` cannot be given together with `url` or `urlPrefix`.');
  const digest = parseDigest(query.digest);
  if (digest === undefined) throw makeBadParameterError('`digest` must be a SHA-1 or a SHA-256.');
  const listing = { namespace, digest, version };
  const parameters = ['digest', namespace, digest.algorithm, digest.bytes.toString('hex'), version];
  const paging = createPages<string>(deps.tokens, deps.pageLimits, parameters);
  const { limit, after, totalCount } = paging.request(query);
  const db = deps.listingDb.kysely;
  const [found, total] = await Promise.all([
    listArtifactsByDigest(db, listing, { after, limit: limit + 1 }),
    totalCount ?? countArtifactsByDigest(db, listing),
  ]);
  if (found.length === 0) await requireArtifacts(deps, { namespace, auid: undefined });
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1)!.id : undefined;
  const pageInfo = paging.info({ totalCount: total, items: items.length, link, last });
  return writeArtifactsJson(items, { namespace, storeUrl: deps.storeUrl, pageInfo });
}
