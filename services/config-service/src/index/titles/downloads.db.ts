// Last good copy of every URL in TDB_SOURCES.
import { sql } from 'kysely';
import type { ObtainedContent } from '../configuration/sources.db.ts';
import type { Db } from '../schema/schema.ts';

export async function findDownload(db: Db, url: string): Promise<ObtainedContent | undefined> {
  const row = await db
    .selectFrom('tdb_download')
    .innerJoin('config_content', 'config_content.content_id', 'tdb_download.content_id')
    .selectAll()
    .where('url', '=', url)
    .executeTakeFirst();
  return (
    row && {
      contentId: row.content_id,
      sha256: row.sha256,
      sizeBytes: row.size_bytes,
      etag: row.etag ?? undefined,
      lastModified: row.last_modified ?? undefined,
      modifiedMs: row.modified_ms,
    }
  );
}

export async function saveDownload(db: Db, url: string, content: ObtainedContent): Promise<void> {
  const row = {
    url,
    content_id: content.contentId,
    etag: content.etag ?? null,
    last_modified: content.lastModified ?? null,
    modified_ms: content.modifiedMs,
  };
  await db
    .insertInto('tdb_download')
    .values(row)
    .onConflict((conflict) => conflict.column('url').doUpdateSet(row))
    .execute();
}

/** Removes the copies of all URLs except those in `but`. */
export async function removeOtherDownloads(db: Db, but: readonly string[]): Promise<void> {
  await db.deleteFrom('tdb_download').where('url', '<>', sql<string>`all(${but})`).execute();
}
