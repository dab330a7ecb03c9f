// Reads the plugins in use.
import { type Selectable, sql } from 'kysely';
import { builtInPlugins } from '../../domain/plugins/built-in-plugins.ts';
import type { Plugin, PluginParameter } from '../../domain/plugins/plugin.ts';
import type { PluginTables } from '../schema/plugin-tables.ts';
import type { Db } from '../schema/schema.ts';

/** Finds a loaded or built-in plugin. */
export async function findPlugin(db: Db, pluginId: string): Promise<Plugin | undefined> {
  return (await findPlugins(db, [pluginId])).get(pluginId);
}

/** Finds plugins by ID in one query. */
export async function findPlugins(db: Db, pluginIds: readonly string[]): Promise<Map<string, Plugin>> {
  const wanted = [...new Set(pluginIds)];
  const found = new Map<string, Plugin>();
  for (const pluginId of wanted) {
    const builtIn = builtInPlugins.get(pluginId);
    if (builtIn !== undefined) found.set(pluginId, builtIn);
  }
  const stored = wanted.filter((pluginId) => !found.has(pluginId));
  if (stored.length === 0) return found;
  const rows = await db
    .selectFrom('plugin')
    .selectAll()
    .where('plugin_id', '=', sql<string>`any(${stored})`)
    .execute();
  for (const row of rows) found.set(row.plugin_id, pluginOf(row));
  return found;
}

export async function selectAllPlugins(db: Db): Promise<Map<string, Plugin>> {
  const rows = await db.selectFrom('plugin').selectAll().execute();
  return new Map([...rows.map((row) => [row.plugin_id, pluginOf(row)] as const), ...builtInPlugins]);
}

function pluginOf(row: Selectable<PluginTables['plugin']>): Plugin {
  return {
    pluginId: row.plugin_id,
    name: row.name,
    version: row.version,
    type: row.type as Plugin['type'],
    ...(row.registry !== null && { registry: row.registry }),
    ...(row.url !== null && { url: row.url }),
    ...(row.publishing_platform !== null && { publishingPlatform: row.publishing_platform }),
    definition: row.definition,
    rules: row.rules as Plugin['rules'],
    parameters: row.parameters as PluginParameter[],
  };
}
