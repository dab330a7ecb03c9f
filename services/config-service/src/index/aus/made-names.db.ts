// Generated names of AUs, which are stored with the AU configurations.
import { sql } from 'kysely';
import type { AuConfigurationMap } from '../../domain/aus/documents.ts';
import type { GeneratedName } from '../../domain/aus/make-name.ts';
import type { Db } from '../schema/schema.ts';

export interface AuToName {
  readonly auid: string;
  readonly pluginId: string;
  readonly configuration: AuConfigurationMap;
}

const BATCH_ROWS = 500;

/** Returns a batch of AUs whose name comes from an outdated rule. The rule of a plugin that is not loaded is ''. */
export async function selectOutdatedNames(
  db: Db,
  rules: readonly { readonly pluginId: string; readonly rule: string }[],
): Promise<AuToName[]> {
  const { rows } = await sql<AuToName>`
    select auid, plugin_id as "pluginId", configuration
    from au_configuration left join unnest(
      ${rules.map(({ pluginId }) => pluginId)}::text[], ${rules.map(({ rule }) => rule)}::text[]
    ) as now (id, rule) on id = plugin_id
    where name_rule is distinct from coalesce(rule, '')
    limit ${BATCH_ROWS}`.execute(db);
  return rows;
}

/** Stores names. Skips AUs that have been removed meanwhile. */
export async function setGeneratedNames(
  db: Db,
  names: readonly (GeneratedName & { readonly auid: string })[],
): Promise<void> {
  await sql`
    update au_configuration as au set made_name = made.name, name_rule = made.rule
    from json_to_recordset(${JSON.stringify(names)}) as made (auid text, name text, rule text)
    where au.auid = made.auid`.execute(db);
}
