// GET /status.
import type { repository } from '@holdfast/api-types';
import { repositoryContract } from '@holdfast/api-types/repository';
import { apiStatus, type HandlersOf } from '@holdfast/http-kit';
import type { Health } from '@holdfast/service-kit';
import { serviceName } from '../../domain/service-name.ts';

export function statusRoutes({ health }: { health: Health }) {
  return {
    getStatus: (_request, response) => {
      response.json(apiStatus(serviceName, repositoryContract, health));
    },
  } satisfies HandlersOf<repository.operations>;
}
