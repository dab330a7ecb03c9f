// DELETE /artifacts/{uuid}.
import type { repository } from '@holdfast/api-types';
import type { HandlersOf } from '@holdfast/http-kit';
import { orUnavailable } from '../errors.ts';
import type { ArtifactsDeps } from './artifacts.ts';
import { deleteArtifact } from './delete.ts';

export function deleteRoutes(deps: ArtifactsDeps): HandlersOf<repository.operations> {
  return {
    deleteArtifact: async ({ params, query }, response) => {
      await orUnavailable(deleteArtifact(deps, { uuid: params.uuid, namespace: query.namespace }));
      response.status(200).end();
    },
  };
}
