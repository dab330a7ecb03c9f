// Table of AU configurations. Statements that write several AUs lock their rows in AUID order, to avoid deadlocks.
import { sql } from 'kysely';
import type { AuConfigurationMap } from '../../domain/aus/documents.ts';
import type { GeneratedName } from '../../domain/aus/make-name.ts';
import type { Db } from '../schema/schema.ts';

export interface StoredAu {
  readonly auid: string;
  readonly configuration: AuConfigurationMap;
  readonly inactive: boolean;
}

export interface NewAu {
  readonly auid: string;
  readonly pluginId: string;
  readonly configuration: AuConfigurationMap;
  /** Name that the current version of the plugin makes. */
  readonly madeName: GeneratedName;
}

export async function selectAus(db: Db, auids: readonly string[]): Promise<Map<string, StoredAu>> {
  const { rows } = await sql<StoredAu>`
    select auid, configuration, inactive from au_configuration where auid = any(${auids}::text[])`.execute(
    db,
  );
  return byAuid(rows);
}

/** Selects AUs and locks their rows until the end of the transaction. */
export async function lockAus(db: Db, auids: readonly string[]): Promise<Map<string, StoredAu>> {
  const { rows } = await sql<StoredAu>`
    select auid, configuration, inactive from au_configuration
    where auid = any(${auids}::text[]) order by auid for update`.execute(db);
  return byAuid(rows);
}

/** Prevents removal, but not changes, of the AU until the end of the transaction. False if it is not configured. */
export async function preventAuRemoval(db: Db, auid: string): Promise<boolean> {
  const { rows } = await sql`
    select from au_configuration where auid = ${auid} for key share`.execute(db);
  return rows.length > 0;
}

/** Returns a page of AUs that follow `after` in byte order. */
export async function selectAusAfter(
  db: Db,
  after: string,
  limit: number,
): Promise<Pick<StoredAu, 'auid' | 'configuration'>[]> {
  const { rows } = await sql<Pick<StoredAu, 'auid' | 'configuration'>>`
    select auid, configuration from au_configuration
    where auid > ${after} order by auid limit ${limit}`.execute(db);
  return rows;
}

/** Inserts or replaces a configuration. Returns true if the AU was not configured before. */
export async function upsertAu(
  db: Db,
  { auid, pluginId, configuration, madeName: { name, rule } }: NewAu,
  nowMs: number,
): Promise<boolean> {
  const { rows } = await sql<{ first: boolean }>`
    insert into au_configuration (auid, plugin_id, configuration, created_ms, updated_ms, made_name, name_rule)
    values (${auid}, ${pluginId}, ${JSON.stringify(configuration)}, ${nowMs}, ${nowMs}, ${name}, ${rule})
    on conflict (auid) do update
    set plugin_id = excluded.plugin_id, configuration = excluded.configuration, updated_ms = excluded.updated_ms,
      made_name = excluded.made_name, name_rule = excluded.name_rule
    returning xmax = 0 as first`.execute(db);
  return rows[0]!.first;
}

/** Inserts AUs, without changing existing ones. Returns the AUIDs of the inserted AUs. */
export async function insertAus(db: Db, aus: readonly NewAu[], nowMs: number): Promise<Set<string>> {
  const { rows } = await sql<{ auid: string }>`
    insert into au_configuration (auid, plugin_id, configuration, created_ms, updated_ms, made_name, name_rule)
    select auid, plugin_id, configuration::jsonb, ${nowMs}, ${nowMs}, name, rule
    from unnest(
      ${aus.map(({ auid }) => auid)}::text[],
      ${aus.map(({ pluginId }) => pluginId)}::text[],
      ${aus.map(({ configuration }) => JSON.stringify(configuration))}::text[],
      ${aus.map(({ madeName }) => madeName.name)}::text[],
      ${aus.map(({ madeName }) => madeName.rule)}::text[]
    ) as new (auid, plugin_id, configuration, name, rule)
    order by auid collate "C"
    on conflict (auid) do nothing
    returning auid`.execute(db);
  return new Set(rows.map(({ auid }) => auid));
}

export async function setInactive(
  db: Db,
  auids: readonly string[],
  { inactive, nowMs }: { inactive: boolean; nowMs: number },
): Promise<void> {
  const changed = inactive
    ? sql`configuration || '{"reserved.disabled": "true"}'`
    : sql`configuration - 'reserved.disabled'`;
  await sql`
    update au_configuration set configuration = ${changed}, updated_ms = ${nowMs}
    where auid = any(${auids}::text[])`.execute(db);
}

/** Sets `auCreationTime` in the states of AUs that have none. */
export async function setCreationTime(db: Db, auids: readonly string[], nowMs: number): Promise<void> {
  await sql`
    insert into au_state (auid, document)
    select auid, jsonb_build_object('auCreationTime', ${nowMs}::bigint)
    from unnest(${auids}::text[]) as auid order by auid collate "C"
    on conflict (auid) do update set document = au_state.document || excluded.document
    where coalesce((au_state.document ->> 'auCreationTime')::bigint, -1) < 0`.execute(db);
}

/** Removes the configurations, state documents and sizes of configured AUs. Documents of other AUs stay. */
export async function removeAus(db: Db, auids: readonly string[]): Promise<StoredAu[]> {
  const aus = [...(await lockAus(db, auids)).values()];
  const removed = aus.map(({ auid }) => auid);
  if (removed.length === 0) return [];
  for (const table of tablesOfAu) {
    await sql`delete from ${sql.table(table)} where auid = any(${removed}::text[])`.execute(db);
  }
  return aus;
}

const tablesOfAu = [
  'au_configuration',
  'au_size',
  'au_state',
  'au_agreement',
  'au_suspect_urls',
  'no_au_peers',
] as const;

function byAuid(rows: readonly StoredAu[]): Map<string, StoredAu> {
  return new Map(rows.map((row) => [row.auid, row]));
}
