// Handles POST /auids.
import type { configuration } from '@holdfast/api-types';
import type { OperationHandlers } from '@holdfast/http-kit';
import type { Db } from '../../index/schema/schema.ts';
import { type AuidRequest, calculateAuid } from './auids.ts';

export interface PluginsDeps {
  readonly db: Db;
}

export function createPluginsRoutes({ db }: PluginsDeps) {
  return {
    calculateAuid: async ({ body }, response) => {
      const { pluginId, handle } = body;
      // This field has been parsed and validated, because the contract declares a `contentSchema` for it.
      const auConfig = body.auConfig as AuidRequest['auConfig'] | undefined;
      response.json({ auid: await calculateAuid(db, { pluginId, handle, auConfig }) });
    },
  } satisfies OperationHandlers<configuration.operations>;
}
