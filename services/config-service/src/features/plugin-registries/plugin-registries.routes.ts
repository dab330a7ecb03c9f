// Handles GET /plugins/registries.
import type { configuration } from '@holdfast/api-types';
import type { OperationHandlers } from '@holdfast/http-kit';
import { makeRegistryAuid } from '../../domain/registries/registry-artifacts.ts';
import { type RegistryFileRow, selectRegistryFiles } from '../../index/plugins/registry-files.db.ts';
import type { Db } from '../../index/schema/schema.ts';

type Schemas = configuration.components['schemas'];

export function createPluginRegistriesRoutes({ db }: { readonly db: Db }) {
  return {
    getPluginRegistries: async (_request, response) => {
      const registries = Map.groupBy(await selectRegistryFiles(db), ({ registry }) => registry);
      response.json([...registries].map(([registry, files]) => wireOf(registry, files)));
    },
  } satisfies OperationHandlers<configuration.operations>;
}

function wireOf(registry: string, files: readonly RegistryFileRow[]): Schemas['PluginRegistry'] {
  const page = files.find(({ kind }) => kind === 'page');
  return {
    registry,
    ...(page !== undefined && { auId: makeRegistryAuid(registry) }),
    ...(page?.store_problem != null && { problem: page.store_problem }),
    files: files.map(fileOf),
  };
}

function fileOf(row: RegistryFileRow): Schemas['PluginRegistryFile'] {
  const { url, usable, signed_by, problem, stored_uuid, stored_version, stored_ms } = row;
  const isStored = stored_uuid !== null && stored_version !== null && stored_ms !== null;
  return {
    ...{ url, used: usable },
    ...(signed_by !== null && { signedBy: signed_by }),
    ...(problem !== null && { problem }),
    ...(isStored && { stored: { uuid: stored_uuid, version: stored_version, time: stored_ms } }),
  };
}
