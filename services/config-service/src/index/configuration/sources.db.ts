// Sources of the current configuration, with the last good copy of each source.
import type { PropertyValue } from '@holdfast/config-format';
import { MAX_SOURCES } from '../../domain/configuration/source-url.ts';
import type { ConfigSourceTable } from '../schema/configuration-tables.ts';
import type { Db } from '../schema/schema.ts';
import { insertProperties } from './properties.db.ts';

/** Content that is stored in the database but not parsed yet, with the ETag and Last-Modified of the response. */
export interface ObtainedContent {
  readonly contentId: number;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  /** Last-Modified of the response, or the time at which this content was first received. */
  readonly modifiedMs: number;
}

/** Last good content of a source. */
export interface SourceCopy extends ObtainedContent {
  readonly format: ConfigSourceTable['format'];
  readonly holdsTitles: boolean;
}

export interface ConfigSourceRow {
  readonly url: string;
  readonly kind: ConfigSourceTable['kind'];
  readonly required: boolean;
  readonly copyUsed: boolean;
  /** Last good copy. Undefined if the source is optional and was never loaded. */
  readonly copy: SourceCopy | undefined;
}

/** Returns all sources in the order in which they were loaded. */
export async function selectConfigSources(db: Db): Promise<ConfigSourceRow[]> {
  return (await sources(db).execute()).map(fromSourceRow);
}

export async function findSource(db: Db, url: string): Promise<ConfigSourceRow | undefined> {
  const row = await sources(db).where('url', '=', url).executeTakeFirst();
  return row === undefined ? undefined : fromSourceRow(row);
}

/** Loaded source. Its index in the list is its precedence. */
export interface LoadedSource extends ConfigSourceRow {
  readonly properties: ReadonlyMap<string, PropertyValue>;
}

/**
 * Replaces all sources and, if `withProperties` is true, their properties. Must run in a transaction. Does not change
 * the properties of sections, which have higher precedence than any source.
 */
export async function replaceSources(
  db: Db,
  loaded: readonly LoadedSource[],
  { withProperties }: { readonly withProperties: boolean },
): Promise<void> {
  await db.deleteFrom('config_source').execute();
  for (let start = 0; start < loaded.length; start += ROWS_PER_STATEMENT) {
    const rows = loaded
      .slice(start, start + ROWS_PER_STATEMENT)
      .map((source, index) => rowOf(source, start + index));
    await db.insertInto('config_source').values(rows).execute();
  }
  if (!withProperties) return;
  await db.deleteFrom('config_property').where('place', '<', MAX_SOURCES).execute();
  for (const [place, { properties }] of loaded.entries()) await insertProperties(db, place, properties);
}

const ROWS_PER_STATEMENT = 500;

function rowOf({ url, kind, required, copyUsed, copy }: LoadedSource, place: number) {
  return {
    url,
    place,
    kind,
    required,
    content_id: copy?.contentId ?? null,
    format: copy?.format ?? 'properties',
    holds_titles: copy?.holdsTitles ?? false,
    etag: copy?.etag ?? null,
    last_modified: copy?.lastModified ?? null,
    modified_ms: copy?.modifiedMs ?? 0,
    copy_used: copyUsed,
  };
}

function sources(db: Db) {
  return db
    .selectFrom('config_source')
    .leftJoin('config_content', 'config_content.content_id', 'config_source.content_id')
    .selectAll('config_source')
    .select(['config_content.sha256', 'config_content.size_bytes'])
    .orderBy('place');
}

type SourceRow = Awaited<ReturnType<ReturnType<typeof sources>['executeTakeFirstOrThrow']>>;

function fromSourceRow(row: SourceRow): ConfigSourceRow {
  const common = { url: row.url, kind: row.kind, required: row.required, copyUsed: row.copy_used };
  if (row.content_id === null) return { ...common, copy: undefined };
  return {
    ...common,
    copy: {
      contentId: row.content_id,
      sha256: row.sha256!,
      sizeBytes: row.size_bytes!,
      etag: row.etag ?? undefined,
      lastModified: row.last_modified ?? undefined,
      modifiedMs: row.modified_ms,
      format: row.format,
      holdsTitles: row.holds_titles,
    },
  };
}
