// Handles GET /config/parameters.
import type { configuration } from '@holdfast/api-types';
import { type OperationHandlers, sendJsonArray } from '@holdfast/http-kit';
import type { Db } from '../../index/schema/schema.ts';
import { makeOneKeyOrPrefixError } from '../errors.ts';
import { findParameter, listParameters } from './parameters.ts';

export function createParametersRoutes(deps: { readonly db: Db }) {
  return {
    getParameters: async ({ query, signal }, response) => {
      if (query.key !== undefined && query.prefix !== undefined) throw makeOneKeyOrPrefixError();
      if (query.key !== undefined) response.json(await findParameter(deps.db, query.key));
      else await sendJsonArray(response, listParameters(deps.db, query.prefix ?? ''), signal);
    },
  } satisfies OperationHandlers<configuration.operations>;
}
