// TEMPORARY until features/tdb/titles.ts is there.
import { type Kysely, sql } from 'kysely';
import type { ConfigSchema } from '../../index/schema.ts';

export interface TitleEntry {
  readonly auid: string;
  readonly name: string;
  readonly pluginId: string;
  readonly configuration: Readonly<Record<string, string>>;
}

export async function findTitleEntries(
  db: Kysely<ConfigSchema>,
  auids: readonly string[],
): Promise<Map<string, TitleEntry>> {
  const { rows } = await sql<TitleEntry>`
    select auid, name, plugin_id as "pluginId", configuration from current_tdb_au
    where auid = any(${auids}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.auid, row]));
}
