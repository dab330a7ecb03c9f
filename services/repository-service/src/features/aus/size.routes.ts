// GET /aus/{auid}/size.
import type { repository } from '@holdfast/api-types';
import type { HandlersOf } from '@holdfast/http-kit';
import type { Executor } from '@holdfast/pg-kit';
import type { IndexSchema } from '../../index/schema.ts';
import { sizeOfAu } from './size.ts';

export interface SizeDeps {
  db: Executor<IndexSchema>;
  defaultNamespace: string;
}

export function sizeRoutes(deps: SizeDeps): HandlersOf<repository.operations> {
  return {
    getArtifactsSize: async ({ params, query }, response) => {
      const { namespace = deps.defaultNamespace } = query;
      response.json(await sizeOfAu(deps, { namespace, auid: params.auid }));
    },
  };
}
