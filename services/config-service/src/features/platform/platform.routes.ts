// GET /config/platform.
import type { configuration } from '@holdfast/api-types';
import type { HandlersOf } from '@holdfast/http-kit';
import { type PlatformDeps, platformConfiguration } from './platform.ts';

export function platformRoutes(deps: PlatformDeps) {
  return {
    getPlatformConfiguration: async (_request, response) => {
      response.json(await platformConfiguration(deps));
    },
  } satisfies HandlersOf<configuration.operations>;
}
