// PUT /artifacts/{uuid}.
import { type repository, repositoryContract } from '@holdfast/api-types';
import { type HandlersOf, type ShellRequest, validateField } from '@holdfast/http-kit';
import type { Response } from 'express';
import { badParameter, orUnavailable } from '../errors.ts';
import { formField } from '../shared/form-fields.ts';
import { wireOfStored } from './artifact.wire.ts';
import type { ArtifactsDeps } from './artifacts.ts';
import { updateArtifact } from './update.ts';

type UpdateArtifact = repository.operations['updateArtifact'];

export function updateRoutes(deps: ArtifactsDeps): HandlersOf<repository.operations> {
  return {
    updateArtifact: async (request, response) => {
      const committed = await wantedState(request, response);
      const { uuid } = request.params;
      const { namespace } = request.query;
      const artifact = await orUnavailable(updateArtifact(deps, { uuid, namespace, committed }));
      response.json(wireOfStored(artifact, deps.storeUrl));
    },
  };
}

/** From the form or from the query. */
async function wantedState(
  { body, query, raw }: ShellRequest<UpdateArtifact>,
  response: Response,
): Promise<boolean> {
  const text = await formField(raw, response, 'committed');
  const part =
    text === undefined ? undefined : validateField(repositoryContract, 'updateArtifact', 'committed', text);
  const inForm = (part as boolean | undefined) ?? body?.committed;
  if (inForm !== undefined && query.committed !== undefined && inForm !== query.committed) {
    throw badParameter('`committed` is one thing in the form and the other in the query.');
  }
  const committed = inForm ?? query.committed;
  if (committed === undefined)
    throw badParameter('Field "committed" is required, in the form or in the query.');
  return committed;
}
