// Handles PUT /ausubstances/{auid}.
import type { configuration } from '@holdfast/api-types';
import type { OperationHandlers } from '@holdfast/http-kit';
import { checkSubstance, type SubstanceDeps } from './substance.ts';

export function createSubstanceRoutes(deps: SubstanceDeps) {
  return {
    updateAuSubstance: async ({ params, log, signal }, response) => {
      response.json(await checkSubstance(deps, params.auid, { log, signal }));
    },
  } satisfies OperationHandlers<configuration.operations>;
}
