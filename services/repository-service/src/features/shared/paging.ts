// Pages of a listing: the limit, the token that any replica can go on from, and the `pageInfo` of the answer.
import type { PageInfo } from '@holdfast/api-types';
import { pageToken } from '@holdfast/pg-kit';
import type { RequestLink } from './request-link.ts';

export interface PageLimits {
  readonly default: number;
  readonly max: number;
}

/** The key that signs tokens, the same for all replicas; known once the index has been reached. */
export interface TokenSettings {
  key: Uint8Array | undefined;
}

export interface PageQuery {
  readonly limit?: number;
  readonly continuationToken?: string;
}

export interface PageRequest<Position> {
  readonly limit: number;
  readonly after: Position | undefined;
  /** How many there were when the listing began; undefined on the first page. */
  readonly totalCount: number | undefined;
}

export interface Pages<Position> {
  request(query: { limit?: number; continuationToken?: string }): PageRequest<Position>;
  /** `last`: position of the last item when there is a next page. */
  info(page: { totalCount: number; items: number; link: RequestLink; last: Position | undefined }): PageInfo;
}

/** `parameters`: everything but the page that decides what is listed; a token serves only the same ones. */
export function pages<Position>(
  { key }: TokenSettings,
  limits: PageLimits,
  parameters: readonly unknown[],
): Pages<Position> {
  if (!key) throw new Error('pages are asked for before the service is ready');
  const tokens = pageToken(key, parameters);
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
