// GET /search.
import type { repository } from '@holdfast/api-types';
import type { OperationHandlers } from '@holdfast/http-kit';
import type { ListingDeps } from '../artifacts/artifact-page.ts';
import { convertUnavailableErrors, makeBadParameterError } from '../errors.ts';
import { type SearchDeps, searchContent } from './search.ts';

const USUAL_LIMIT = 20;

export interface SearchRoutesDeps extends Pick<SearchDeps, 'urlSearch'>, Pick<ListingDeps, 'listingDb'> {
  readonly defaultNamespace: string;
}

export function createSearchRoutes({ listingDb, urlSearch, defaultNamespace }: SearchRoutesDeps) {
  return {
    searchContent: async ({ query }, response) => {
      const { q, namespace = defaultNamespace, limit = USUAL_LIMIT } = query;
      const text = q.trim();
      if (text === '') throw makeBadParameterError('`q` must not be blank.');
      // Searches may take seconds, so they use the connections for listings.
      const deps = { db: listingDb.kysely, urlSearch };
      response.json(await convertUnavailableErrors(searchContent(deps, { text, namespace, limit })));
    },
  } satisfies Pick<OperationHandlers<repository.operations>, 'searchContent'>;
}
