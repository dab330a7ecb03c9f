// GET /namespaces.

import type { repository } from '@holdfast/api-types';
import type { HandlersOf } from '@holdfast/http-kit';
import type { Executor } from '@holdfast/pg-kit';
import { listNamespaces } from '../../index/aus.db.ts';
import type { IndexSchema } from '../../index/schema.ts';

export interface InfoDeps {
  db: Executor<IndexSchema>;
}

export function infoRoutes({ db }: InfoDeps): HandlersOf<repository.operations> {
  return {
    getNamespaces: async (_request, response) => {
      response.json(await listNamespaces(db));
    },
  };
}
