// GET /tree.
import type { repository } from '@holdfast/api-types';
import { type HandlersOf, sendJson } from '@holdfast/http-kit';
import type { ListingDeps } from '../artifacts/artifact-page.ts';
import { urlTreePage } from './url-tree.ts';

export function urlTreeRoutes(deps: ListingDeps & { readonly defaultNamespace: string }) {
  return {
    getUrlTree: async ({ query }, response) => {
      const { namespace = deps.defaultNamespace, auid, urlPrefix = '', includeUncommitted = false } = query;
      sendJson(
        response,
        await urlTreePage(deps, { ...query, namespace, auid, urlPrefix, includeUncommitted }),
      );
    },
  } satisfies Pick<HandlersOf<repository.operations>, 'getUrlTree'>;
}
