// Pages of listings: page limits, continuation tokens that every replica accepts, and the `pageInfo` of a response.
import type { PageInfo } from '@holdfast/api-types';
import { createPageToken } from '@holdfast/pg-kit';
import type { RequestLink } from './request-link.ts';

export interface PageLimits {
  readonly default: number;
  readonly max: number;
}

/** Key that signs tokens, the same in all replicas. Undefined until the first connection to the index. */
export interface PageTokenSettings {
  key: Uint8Array | undefined;
}

export interface PageQuery {
  readonly limit?: number;
  readonly continuationToken?: string;
}

export interface PageRequest<Position> {
  readonly limit: number;
  readonly after: Position | undefined;
  /** Total number of items when the first page was requested. Undefined for the first page itself. */
  readonly totalCount: number | undefined;
}

export interface Pages<Position> {
  request(query: { limit?: number; continuationToken?: string }): PageRequest<Position>;
  /** `last`: position of the last item on the page. Undefined if there is no next page. */
  info(page: { totalCount: number; items: number; link: RequestLink; last: Position | undefined }): PageInfo;
}

/**
 * `parameters`: all parameters that determine the listing, except the page. A token is valid only for the same
 * parameters.
 */
export function createPages<Position>(
  { key }: PageTokenSettings,
  limits: PageLimits,
  parameters: readonly unknown[],
): Pages<Position> {
  if (!key) throw new Error('a page was requested before the service was ready');
  const tokens = createPageToken(key, parameters);
  return {
    request: ({ limit = limits.default, continuationToken }) => {
      const capped = Math.min(limit, limits.max);
      if (!continuationToken) return { limit: capped, after: undefined, totalCount: undefined };
      const [totalCount, after] = tokens.decode(continuationToken) as [number, Position];
      return { limit: capped, after, totalCount };
    },
    info: ({ totalCount, items, link, last }) => {
      const base = { totalCount, resultsPerPage: items, curLink: link.href };
      if (last === undefined) return base;
      const continuationToken = tokens.encode([totalCount, last]);
      return { ...base, continuationToken, nextLink: link.with('continuationToken', continuationToken) };
    },
  };
}
