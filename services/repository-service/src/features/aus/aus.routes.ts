// GET /aus and GET /aus/{auid}/artifacts.
import type { repository } from '@holdfast/api-types';
import type { HandlersOf } from '@holdfast/http-kit';
import type { ListingDeps } from '../artifacts/artifact-page.ts';
import { badParameter } from '../errors.ts';
import { refuseBoth } from '../shared/listing-filters.ts';
import { requestLink } from '../shared/request-link.ts';
import { artifactsOfAu, auidsOfNamespace } from './aus.ts';

export function ausRoutes(
  deps: ListingDeps & { defaultNamespace: string },
): HandlersOf<repository.operations> {
  return {
    getAus: async ({ query, raw }, response) => {
      const { namespace = deps.defaultNamespace } = query;
      response.json(await auidsOfNamespace(deps, namespace, query, requestLink(raw)));
    },

    getArtifacts: async ({ params, query, raw }, response) => {
      const { namespace = deps.defaultNamespace, url, urlPrefix, version = 'latest' } = query;
      const { includeUncommitted = false } = query;
      refuseBoth(url, urlPrefix);
      if (typeof version === 'number' && url === undefined) {
        throw badParameter('A version number can only be asked for together with `url`.');
      }
      const listing = { namespace, auid: params.auid, url, urlPrefix, version, includeUncommitted };
      response.json(await artifactsOfAu(deps, listing, query, requestLink(raw)));
    },
  };
}
