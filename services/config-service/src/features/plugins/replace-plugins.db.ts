// Puts a new set of plugins in the place of the one in use, touching only what differs.
import { type Executor, inTransaction } from '@holdfast/pg-kit';
import { sql } from 'kysely';
import type { ConfigSchema } from '../../index/schema.ts';
import type { Plugin } from './plugin.ts';

export interface Replacement {
  readonly plugins: readonly Plugin[];
  /** False: plugins in use that are not among these stay. */
  readonly removeOthers: boolean;
}

/** Rows at once: definitions can be long. */
const batchSize = 100;

/** How many rows changed, came or went; none is written otherwise. One transaction. */
export function replacePlugins(
  db: Executor<ConfigSchema>,
  { plugins, removeOthers }: Replacement,
): Promise<number> {
  return inTransaction(db, async (transaction) => {
    let changed = removeOthers ? await removeBut(transaction, plugins) : 0;
    for (let at = 0; at < plugins.length; at += batchSize) {
      changed += await putAll(transaction, plugins.slice(at, at + batchSize));
    }
    return changed;
  });
}

async function removeBut(db: Executor<ConfigSchema>, plugins: readonly Plugin[]): Promise<number> {
  const ids = plugins.map(({ pluginId }) => pluginId);
  const { numDeletedRows } = await db
    .deleteFrom('plugin')
    .where('plugin_id', '<>', sql<string>`all(${ids})`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

const columns = sql.raw(
  'plugin_id, name, version, type, registry, url, publishing_platform, definition, rules, parameters',
);

async function putAll(db: Executor<ConfigSchema>, plugins: readonly Plugin[]): Promise<number> {
  const rows = JSON.stringify(plugins.map(rowOf));
  const { rows: written } = await sql`
    insert into plugin (${columns})
    select ${columns} from jsonb_populate_recordset(null::plugin, ${rows}::jsonb)
    on conflict (plugin_id) do update set (${columns}) = row(
      excluded.plugin_id, excluded.name, excluded.version, excluded.type, excluded.registry, excluded.url,
      excluded.publishing_platform, excluded.definition, excluded.rules, excluded.parameters)
    where (plugin.*) is distinct from (excluded.*)
    returning 1`.execute(db);
  return written.length;
}

function rowOf(plugin: Plugin) {
  return {
    plugin_id: plugin.pluginId,
    name: plugin.name,
    version: plugin.version,
    type: plugin.type,
    registry: plugin.registry ?? null,
    url: plugin.url ?? null,
    publishing_platform: plugin.publishingPlatform ?? null,
    definition: plugin.definition,
    rules: plugin.rules,
    parameters: plugin.parameters,
  };
}
