// GET /config/platform.
import type { configuration } from '@holdfast/api-types';
import type { OperationHandlers } from '@holdfast/http-kit';
import { type PlatformDeps, platformConfiguration } from './platform.ts';

export function platformRoutes(deps: PlatformDeps) {
  return {
    getPlatformConfiguration: async (_request, response) => {
      response.json(await platformConfiguration(deps));
    },
  } satisfies OperationHandlers<configuration.operations>;
}
