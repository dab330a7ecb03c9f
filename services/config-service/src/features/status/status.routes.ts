// Handles GET /status.
import type { configuration } from '@holdfast/api-types';
import { configurationContract } from '@holdfast/api-types/configuration';
import { makeApiStatus, type OperationHandlers } from '@holdfast/http-kit';
import type { Health } from '@holdfast/service-kit';
import { serviceIdentity } from '../../domain/service-identity.ts';

export interface StatusDeps {
  readonly health: Health;
}

export function createStatusRoutes({ health }: StatusDeps) {
  return {
    getStatus: (_request, response) => {
      response
        .set('Cache-Control', 'no-store')
        .json(makeApiStatus(serviceIdentity, configurationContract, health));
    },
  } satisfies OperationHandlers<configuration.operations>;
}
