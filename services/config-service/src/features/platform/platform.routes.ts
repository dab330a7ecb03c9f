// Handles GET /config/platform.
import type { configuration } from '@holdfast/api-types';
import type { OperationHandlers } from '@holdfast/http-kit';
import { type PlatformDeps, readPlatformConfiguration } from './platform.ts';

export function createPlatformRoutes(deps: PlatformDeps) {
  return {
    getPlatformConfiguration: async (_request, response) => {
      response.json(await readPlatformConfiguration(deps));
    },
  } satisfies OperationHandlers<configuration.operations>;
}
