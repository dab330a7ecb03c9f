// Reads the keys of secret plugin parameters without loading the plugins, which are large.
import { sql } from 'kysely';
import { findDeclaredSecrets, SECRET_TYPE } from '../../domain/aus/secrets.ts';
import { builtInPlugins } from '../../domain/plugins/built-in-plugins.ts';
import type { Db } from '../schema/schema.ts';

/** Returns the keys of secret parameters by plugin ID, for all loaded plugins or for one plugin. */
export async function findSecretParameters(
  db: Db,
  pluginId?: string,
): Promise<Map<string, ReadonlySet<string>>> {
  const keys = sql<string[]>`array(
    select p.key from jsonb_to_recordset(plugin.parameters) as p(key text, type integer) where p.type = ${SECRET_TYPE})`;
  const rows = await db
    .selectFrom('plugin')
    .select(['plugin_id', keys.as('keys')])
    .$if(pluginId !== undefined, (query) => query.where('plugin_id', '=', pluginId!))
    .execute();
  const found = rows.map(({ plugin_id, keys: its }) => [plugin_id, new Set(its)] as const);
  const builtIn = [...builtInPlugins].map(([id, plugin]) => [id, findDeclaredSecrets(plugin)!] as const);
  return new Map([...found, ...builtIn]);
}
