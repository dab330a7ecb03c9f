// Finds AUs in the title database, among the entries that queries can see.
import { sql } from 'kysely';
import type { TitleEntry } from '../../domain/titles/title-entry.ts';
import type { Db } from '../schema/schema.ts';

/** Finds entries by AUID in one query. If several entries have the same AUID, returns the first one. */
export async function findTitleEntries(db: Db, auids: readonly string[]): Promise<Map<string, TitleEntry>> {
  if (auids.length === 0) return new Map();
  const rows = await db
    .selectFrom('current_tdb_au as au')
    .innerJoin('tdb_title as title', 'title.title_id', 'au.title_id')
    .innerJoin('tdb_publisher as publisher', 'publisher.publisher_id', 'title.publisher_id')
    .select([
      'au.auid',
      'au.name',
      'au.plugin_id',
      'au.year',
      'au.down',
      'au.configuration',
      'au.params',
      'au.attrs',
    ])
    .select(['title.name as title', 'publisher.name as publisher'])
    .where('au.auid', '=', sql<string>`any(${[...new Set(auids)]})`)
    .orderBy('au.place', 'desc')
    .orderBy('au.au_no', 'desc')
    .execute();
  return new Map(
    rows.map(({ plugin_id: pluginId, title, year, ...row }) => [
      row.auid,
      {
        ...row,
        pluginId,
        journalTitle: title,
        ...(year !== null && { year }),
        ...(row.attrs.provider !== undefined && { provider: row.attrs.provider }),
      },
    ]),
  );
}
