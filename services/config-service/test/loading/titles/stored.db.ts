// Test helper: reads the tables of the title database.
import { sql } from 'kysely';
import type { PluginParameter } from '../../../src/domain/plugins/plugin.ts';
import type { Db } from '../../../src/index/schema/schema.ts';

/** Returns the names of the AUs that queries can see. */
export async function readAuNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('current_tdb_au').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** Counts the rows of all files, including files that queries cannot see. */
export async function countRows(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ['tdb_file', 'tdb_fact', 'tdb_au', 'tdb_title', 'tdb_publisher'] as const) {
    const { count } = await db
      .selectFrom(table)
      .select(sql<number>`count(*)::integer`.as('count'))
      .executeTakeFirstOrThrow();
    counts[table] = count;
  }
  return counts;
}

export async function readAllRows(db: Db): Promise<unknown> {
  const rows: unknown[] = [];
  for (const table of [
    'tdb_state',
    'tdb_file',
    'tdb_fact',
    'tdb_publisher',
    'tdb_title',
    'tdb_au',
  ] as const) {
    rows.push(...(await db.selectFrom(table).selectAll().execute()));
  }
  return rows;
}

/** Stores a plugin with the given parameters. Replaces a plugin with the same ID. */
export async function storePlugin(
  db: Db,
  pluginId: string,
  parameters: readonly PluginParameter[],
  name = pluginId,
): Promise<void> {
  await db.deleteFrom('plugin').where('plugin_id', '=', pluginId).execute();
  await sql`
    insert into plugin (plugin_id, name, version, type, definition, rules, parameters)
    values (${pluginId}, ${name}, '1', 'Internal', '{}', '{}', ${JSON.stringify(parameters)})`.execute(db);
}
