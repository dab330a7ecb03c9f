// Replaces the plugins in use. Writes only rows that change.
import { runInTransaction } from '@holdfast/pg-kit';
import { sql } from 'kysely';
import type { Plugin } from '../../domain/plugins/plugin.ts';
import type { Db } from '../schema/schema.ts';

export interface PluginReplacement {
  readonly plugins: readonly Plugin[];
  /** True to remove plugins that are not in `plugins`. */
  readonly removeOthers: boolean;
}

/** Approximate limit on the number of characters per statement. */
const BATCH_CHARACTERS = 8 * 1024 * 1024;

/** Replaces plugins in one transaction. Returns the number of rows that were inserted, updated or deleted. */
export function replacePlugins(db: Db, { plugins, removeOthers }: PluginReplacement): Promise<number> {
  return runInTransaction(db, async (transaction) => {
    let changed = removeOthers ? await removeOtherPlugins(transaction, plugins) : 0;
    for (const rows of batchesOf(plugins)) changed += await upsertRows(transaction, rows);
    return changed;
  });
}

async function removeOtherPlugins(db: Db, plugins: readonly Plugin[]): Promise<number> {
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

/**
 * Yields JSON arrays of rows. Limits the size of each array, because one plugin may be a thousand times longer than
 * another.
 */
function* batchesOf(plugins: readonly Plugin[]): Generator<string> {
  let rows: string[] = [];
  let length = 0;
  for (const plugin of plugins) {
    const row = JSON.stringify(rowOf(plugin));
    rows.push(row);
    length += row.length;
    if (length > BATCH_CHARACTERS) {
      yield `[${rows.join()}]`;
      rows = [];
      length = 0;
    }
  }
  yield `[${rows.join()}]`;
}

async function upsertRows(db: Db, rows: string): Promise<number> {
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
