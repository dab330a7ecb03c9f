// Handles GET /austatuses/{auid}.
import type { configuration } from '@holdfast/api-types';
import type { OperationHandlers } from '@holdfast/http-kit';
import { type AuStatusDeps, readAuStatus } from './au-status.ts';

export function createAuStatusRoutes(deps: AuStatusDeps) {
  return {
    getAuStatus: async ({ params, log, signal }, response) => {
      response.json(await readAuStatus(deps, params.auid, { log, signal }));
    },
  } satisfies OperationHandlers<configuration.operations>;
}
