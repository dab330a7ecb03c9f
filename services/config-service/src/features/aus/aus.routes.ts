// Handles GET /aus, and GET, PUT and DELETE /aus/{auid}.

import { isAllowedByRoles } from '@holdfast/accounts';
import type { configuration } from '@holdfast/api-types';
import {
  markResponseSecret,
  type OperationHandlers,
  type ShellRequest,
  sendJsonArray,
} from '@holdfast/http-kit';
import { makeBadAuConfigurationError, makeNoSuchAuError } from '../errors.ts';
import { type AusDeps, deleteAu, findConfiguration, listAllAus, storeAu, type ViewerRights } from './aus.ts';

export function createAusRoutes(deps: AusDeps) {
  return {
    getAllAuConfigurations: async (request, response) => {
      await sendJsonArray(response, listAllAus(deps.db, determineViewerRights(request)), request.signal);
    },

    getAuConfiguration: async (request, response) => {
      const au = await findConfiguration(deps.db, request.params.auid, determineViewerRights(request));
      if (au !== undefined) response.json(au);
      else if (deps.laaws) response.end();
      else throw makeNoSuchAuError(request.params.auid);
    },

    putAuConfiguration: async ({ params: { auid }, body }, response) => {
      if (body.auId !== auid)
        throw makeBadAuConfigurationError('The member "auId" must be the AUID of the path.');
      await storeAu(deps, { auid, configuration: body.auConfig });
      response.end();
    },

    deleteAu: async ({ params }, response) => {
      response.json(await deleteAu(deps.db, params.auid));
    },
  } satisfies OperationHandlers<configuration.operations>;
}

/**
 * Returns the permissions of the user. AU administrators may read secrets, because they are allowed to change secrets.
 * The audit log then records that the response may contain secrets.
 */
function determineViewerRights({ user, raw }: Pick<ShellRequest, 'user' | 'raw'>): ViewerRights {
  const seesSecrets = isAllowedByRoles(user?.roles ?? [], ['auAdminRole']);
  if (seesSecrets) markResponseSecret(raw);
  return { seesSecrets };
}
