// Last good copies of downloaded plugin files.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { PluginTables } from '../schema/plugin-tables.ts';
import type { Db } from '../schema/schema.ts';

export type DownloadRow = Selectable<PluginTables['plugin_download']>;

export function findDownload(db: Db, url: string): Promise<DownloadRow | undefined> {
  return db.selectFrom('plugin_download').selectAll().where('url', '=', url).executeTakeFirst();
}

export async function saveDownload(db: Db, row: Insertable<PluginTables['plugin_download']>): Promise<void> {
  await db
    .insertInto('plugin_download')
    .values(row)
    .onConflict((conflict) => conflict.column('url').doUpdateSet(row))
    .execute();
}

/** Removes the copies of all URLs except those in `but`. */
export async function removeOtherDownloads(db: Db, but: readonly string[]): Promise<void> {
  await db.deleteFrom('plugin_download').where('url', '<>', sql<string>`all(${but})`).execute();
}
