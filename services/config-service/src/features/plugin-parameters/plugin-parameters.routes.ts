// Handles GET /plugins/{pluginId}/parameters.
import type { configuration } from '@holdfast/api-types';
import type { OperationHandlers } from '@holdfast/http-kit';
import type { ParameterType } from '../../domain/plugins/parameter-types.ts';
import type { PluginParameter } from '../../domain/plugins/plugin.ts';
import { findPlugin } from '../../index/plugins/plugins.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import { makePluginNotFoundError } from '../errors.ts';

type Schemas = configuration.components['schemas'];

export function createPluginParametersRoutes({ db }: { readonly db: Db }) {
  return {
    getPluginParameters: async ({ params }, response) => {
      const plugin = await findPlugin(db, params.pluginId);
      if (plugin === undefined) throw makePluginNotFoundError(params.pluginId);
      const { pluginId, name, version, publishingPlatform, parameters } = plugin;
      response.json({
        ...{ pluginId, name, version },
        ...(publishingPlatform !== undefined && { publishingPlatform }),
        parameters: parameters.map(wireOf),
      } satisfies Schemas['PluginParameters']);
    },
  } satisfies OperationHandlers<configuration.operations>;
}

function wireOf(parameter: PluginParameter): Schemas['PluginParameter'] {
  const { key, type, definitional, displayName, description, size } = parameter;
  return {
    ...{ key, type: words[type], definitional },
    ...(displayName !== undefined && { displayName }),
    ...(description !== undefined && { description }),
    ...(size !== undefined && { size }),
  };
}

/** LOCKSS names of the parameter types. */
const words: Readonly<Record<ParameterType, Schemas['PluginParameterType']>> = {
  1: 'STRING',
  2: 'INT',
  3: 'URL',
  4: 'YEAR',
  5: 'BOOLEAN',
  6: 'POS_INT',
  7: 'RANGE',
  8: 'NUM_RANGE',
  9: 'SET',
  10: 'USER_PASSWD',
  11: 'LONG',
  12: 'TIME_INTERVAL',
};
