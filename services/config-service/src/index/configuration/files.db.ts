// Stored configuration files: the current version and earlier versions.
import { sql } from 'kysely';
import type { FileFormat } from '../schema/configuration-tables.ts';
import type { Db } from '../schema/schema.ts';

export interface StoredFile {
  readonly section: string;
  readonly version: number;
  readonly contentId: number;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly format: FileFormat;
  readonly modifiedMs: number;
  readonly earlierModifiedMs: number;
}

export async function findFile(db: Db, section: string): Promise<StoredFile | undefined> {
  const row = await files(db).where('section', '=', section).executeTakeFirst();
  return row === undefined ? undefined : storedFile(row);
}

export async function findFiles(db: Db): Promise<StoredFile[]> {
  return (await files(db).execute()).map(storedFile);
}

/** Returns the user who stored the current version of each section. */
export async function findAuthors(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('config_file_version')
    .innerJoin('config_file', (join) =>
      join
        .onRef('config_file.section', '=', 'config_file_version.section')
        .onRef('config_file.version', '=', 'config_file_version.version'),
    )
    .select(['config_file.section', 'user_name'])
    .execute();
  return new Map(rows.map(({ section, user_name }) => [section, user_name]));
}

/**
 * Locks the section until the end of the transaction, even if it has no stored file. Returns the stored file, if any.
 */
export async function lockFile(db: Db, section: string): Promise<StoredFile | undefined> {
  await db
    .insertInto('config_file')
    .values({ section, content_id: null, format: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.selectFrom('config_file').select('section').where('section', '=', section).forUpdate().execute();
  return findFile(db, section);
}

export interface NewFileVersion {
  readonly section: string;
  readonly contentId: number;
  readonly format: FileFormat;
  readonly modifiedMs: number;
  readonly userName: string;
}

/** Maximum number of versions of a file, including the current one. */
export const MAX_FILE_VERSIONS = 1_000;

/**
 * Stores a new version of the file, and deletes versions beyond the maximum number. Must run in the transaction that
 * locked the section.
 */
export async function storeVersion(db: Db, file: NewFileVersion): Promise<void> {
  const { section, format, modifiedMs } = file;
  const { version } = await db
    .updateTable('config_file')
    .set({
      version: sql`version + 1`,
      content_id: file.contentId,
      format,
      modified_ms: modifiedMs,
      earlier_modified_ms: sql`modified_ms`,
    })
    .where('section', '=', section)
    .returning('version')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('config_file_version')
    .values({
      section,
      version,
      content_id: file.contentId,
      format,
      modified_ms: modifiedMs,
      user_name: file.userName,
    })
    .execute();
  // The content of deleted versions is removed later, as unreferenced content.
  await db
    .deleteFrom('config_file_version')
    .where('section', '=', section)
    .where('version', '<=', version - MAX_FILE_VERSIONS)
    .execute();
}

export interface StoredVersion
  extends Pick<StoredFile, 'version' | 'contentId' | 'sha256' | 'sizeBytes' | 'format'> {
  readonly modifiedMs: number;
  readonly userName: string;
}

/** Returns the versions of a section below the version `before`, newest first. */
export async function findVersions(
  db: Db,
  section: string,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<StoredVersion[]> {
  const rows = await versions(db, section)
    .where('version', '<', before)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
  return rows.map(storedVersion);
}

export async function findVersion(
  db: Db,
  section: string,
  version: number,
): Promise<StoredVersion | undefined> {
  const row = await versions(db, section).where('version', '=', version).executeTakeFirst();
  return row && storedVersion(row);
}

function versions(db: Db, section: string) {
  return db
    .selectFrom('config_file_version')
    .innerJoin('config_content', 'config_content.content_id', 'config_file_version.content_id')
    .select([
      'version',
      'config_content.content_id',
      'sha256',
      'size_bytes',
      'format',
      'modified_ms',
      'user_name',
    ])
    .where('section', '=', section);
}

type VersionRow = Awaited<ReturnType<ReturnType<typeof versions>['executeTakeFirstOrThrow']>>;

function storedVersion(row: VersionRow): StoredVersion {
  return {
    version: row.version,
    contentId: row.content_id,
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    format: row.format,
    modifiedMs: row.modified_ms,
    userName: row.user_name,
  };
}

function files(db: Db) {
  return db
    .selectFrom('config_file')
    .innerJoin('config_content', 'config_content.content_id', 'config_file.content_id')
    .select([
      'section',
      'version',
      'config_content.content_id',
      'sha256',
      'size_bytes',
      'format',
      'modified_ms',
      'earlier_modified_ms',
    ])
    .orderBy('section');
}

type FileRow = Awaited<ReturnType<ReturnType<typeof files>['executeTakeFirstOrThrow']>>;

function storedFile(row: FileRow): StoredFile {
  return {
    section: row.section,
    version: row.version,
    contentId: row.content_id,
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    format: row.format!,
    modifiedMs: row.modified_ms,
    earlierModifiedMs: row.earlier_modified_ms,
  };
}
