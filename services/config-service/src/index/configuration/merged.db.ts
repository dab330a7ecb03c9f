// Reads the merged configuration. If several sources and sections set a parameter, the value with the highest
// precedence is used.
import type { PropertyValue } from '@holdfast/config-format';
import { sql } from 'kysely';
import { type Parameters, parameterKeys, parseParameters } from '../../domain/configuration/parameters.ts';
import { configSections } from '../../domain/configuration/sections.ts';
import { MAX_SOURCES } from '../../domain/configuration/source-url.ts';
import type { Db } from '../schema/schema.ts';

/** Reads the parameters that this service uses. */
export async function readParameters(db: Db): Promise<Parameters> {
  const rows = await selectMergedRows(db).where('key', 'in', Object.values(parameterKeys)).execute();
  return parseParameters(new Map(rows.map(({ key, value }) => [key, value])));
}

export interface MergedParameter {
  readonly key: string;
  readonly value: PropertyValue;
  /** Section of the stored file with the parameter. Undefined if the parameter is in a source. */
  readonly section: string | undefined;
  /** URL of the source with the parameter. Undefined if the parameter is in a stored file. */
  readonly source: string | undefined;
}

/** Returns the parameters whose key follows `after`, ordered by key. */
export async function selectMergedParameters(
  db: Db,
  {
    after,
    prefix,
    limit,
  }: { readonly after: string | undefined; readonly prefix: string; readonly limit: number },
): Promise<MergedParameter[]> {
  let found = selectMergedRows(db)
    .where(sql<boolean>`starts_with(key, ${prefix})`)
    .where('key', '>=', prefix)
    .limit(limit);
  if (after !== undefined) found = found.where('key', '>', after);
  return withOrigins(db, await found.execute());
}

export async function findMergedParameter(db: Db, key: string): Promise<MergedParameter | undefined> {
  const [found] = await withOrigins(db, await selectMergedRows(db).where('key', '=', key).execute());
  return found;
}

function selectMergedRows(db: Db) {
  return db
    .selectFrom('config_property')
    .distinctOn('key')
    .select(['key', 'place', 'value'])
    .orderBy('key')
    .orderBy('place', 'desc');
}

type MergedRow = Awaited<ReturnType<ReturnType<typeof selectMergedRows>['executeTakeFirstOrThrow']>>;

async function withOrigins(db: Db, rows: readonly MergedRow[]): Promise<MergedParameter[]> {
  const places = [...new Set(rows.map(({ place }) => place).filter((place) => place < MAX_SOURCES))];
  const sources =
    places.length === 0
      ? []
      : await db.selectFrom('config_source').select(['place', 'url']).where('place', 'in', places).execute();
  const urls = new Map(sources.map(({ place, url }) => [place, url]));
  return rows.map(({ key, place, value }) => ({
    key,
    value,
    section: configSections[place - MAX_SOURCES]?.name,
    source: urls.get(place),
  }));
}
