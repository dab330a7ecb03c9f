// GET /austatuses/{auid}.
import type { configuration } from '@holdfast/api-types';
import type { OperationHandlers } from '@holdfast/http-kit';
import { type AuStatusDeps, auStatus } from './au-status.ts';

export function auStatusRoutes(deps: AuStatusDeps) {
  return {
    getAuStatus: async ({ params, log, signal }, response) => {
      response.json(await auStatus(deps, params.auid, { log, signal }));
    },
  } satisfies OperationHandlers<configuration.operations>;
}
