// GET /search.
import type { repository } from '@holdfast/api-types';
import type { OperationHandlers } from '@holdfast/http-kit';
import { convertUnavailableErrors, makeBadParameterError } from '../errors.ts';
import { type SearchDeps, searchContent } from './search.ts';

const USUAL_LIMIT = 20;

export function createSearchRoutes(deps: SearchDeps & { readonly defaultNamespace: string }) {
  return {
    searchContent: async ({ query }, response) => {
      const { q, namespace = deps.defaultNamespace, limit = USUAL_LIMIT } = query;
      const text = q.trim();
      if (text === '') throw makeBadParameterError('`q` must not be blank.');
      response.json(await convertUnavailableErrors(searchContent(deps, { text, namespace, limit })));
    },
  } satisfies Pick<OperationHandlers<repository.operations>, 'searchContent'>;
}
