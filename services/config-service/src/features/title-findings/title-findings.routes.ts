// Handles GET /titles/findings.
import type { configuration } from '@holdfast/api-types';
import type { OperationHandlers } from '@holdfast/http-kit';
import { listTitleFindings, type TitleFindingsDeps } from './title-findings.ts';

export type { TitleFindingsDeps };

const USUAL_LIMIT = 100;
const MAX_LIMIT = 1_000;

export function createTitleFindingsRoutes(deps: TitleFindingsDeps) {
  return {
    getTitleFindings: async ({ query }, response) => {
      const { kind = 'problem', limit = USUAL_LIMIT, continuationToken } = query;
      const asked = { kind, limit: Math.min(limit, MAX_LIMIT), continuationToken };
      response.json(await listTitleFindings(deps, asked));
    },
  } satisfies OperationHandlers<configuration.operations>;
}
