// Database with the service's tables, into which tests load plugins.
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { parseSourceLocations } from '../../../src/domain/configuration/source-locations.ts';
import type { ConfigSchema } from '../../../src/index/schema/schema.ts';
import { type LoadPluginsDeps, loadPlugins } from '../../../src/loading/plugins/load-plugins.ts';
import type { LoadStepOutcome } from '../../../src/loading/steps.ts';
import { createConfigDatabase } from '../../config-database.ts';

export interface PluginsDatabase {
  readonly database: Database<ConfigSchema>;
  /** Loads plugins. `sources` are written as in PLUGIN_SOURCES. */
  load(
    sources: readonly string[],
    more?: Partial<LoadPluginsDeps>,
    signal?: AbortSignal,
  ): Promise<LoadStepOutcome>;
  /** Returns the sorted IDs of the plugins in use, without built-in plugins. */
  pluginIds(): Promise<string[]>;
}

/** Creates the database. The caller must call `database.close()`. */
export async function createPluginsDatabase(): Promise<PluginsDatabase> {
  const { url } = await createConfigDatabase();
  const database = openDatabase<ConfigSchema>({ url, applicationName: 'test', onError: () => undefined });
  return {
    database,
    load: (sources, more = {}, signal = new AbortController().signal) =>
      loadPlugins(
        {
          db: database.kysely,
          pluginSources: parseSourceLocations(sources.join('\n')),
          pluginParentVersions: 'newer',
          signatures: { keystore: undefined, keystorePassword: undefined, acceptsExpired: undefined },
          allowedOrigins: new Set(),
          operatorOrigins: new Set(),
          ...more,
        },
        signal,
      ),
    pluginIds: async () => {
      const { rows } = await database.pool.query<{ plugin_id: string }>(
        `select plugin_id from plugin where type <> 'Builtin' order by plugin_id`,
      );
      return rows.map(({ plugin_id }) => plugin_id);
    },
  };
}
