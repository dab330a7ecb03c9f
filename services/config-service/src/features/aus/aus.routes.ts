// GET /aus, and GET, PUT and DELETE /aus/{auid}.
import type { configuration } from '@holdfast/api-types';
import { type HandlersOf, mayDo, sendJsonArray, type User } from '@holdfast/http-kit';
import { badAuConfiguration } from '../errors.ts';
import { type AusDeps, allAus, deleteAu, getAu, putAu, type Viewer } from './aus.ts';

export function ausRoutes(deps: AusDeps) {
  return {
    getAllAuConfigurations: async ({ user, signal }, response) => {
      await sendJsonArray(response, allAus(deps.db, viewer(user)), signal);
    },

    getAuConfiguration: async ({ params, user }, response) => {
      response.json(await getAu(deps.db, params.auid, viewer(user)));
    },

    putAuConfiguration: async ({ params: { auid }, body }, response) => {
      if (body.auId !== auid) throw badAuConfiguration('The member "auId" must be the AUID of the path.');
      await putAu(deps, { auid, configuration: body.auConfig });
      response.end();
    },

    deleteAu: async ({ params }, response) => {
      response.json(await deleteAu(deps.db, params.auid));
    },
  } satisfies HandlersOf<configuration.operations>;
}

/** Who may change a secret may see it. */
const viewer = (user: User | undefined): Viewer => ({
  seesSecrets: mayDo(user?.roles ?? [], ['auAdminRole']),
});
