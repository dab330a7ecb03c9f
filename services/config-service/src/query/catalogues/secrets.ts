// Masks secret parameters in query results, for all users. domain/aus/secrets.ts decides which parameters are secret.
import { sql } from 'kysely';
import { SECRET_TYPE, STANDARD_SECRET } from '../../domain/aus/secrets.ts';
import type { Sql } from '../catalogue.ts';

/** Masks a value. Keeps a user name before a colon. Masks a value without a colon completely. */
export const maskValue = (value: Sql): Sql =>
  sql`(case when strpos(${value}, ':') > 0 then split_part(${value}, ':', 1) || ':' else '' end || '******')`;

const declared = sql`plugin, jsonb_to_recordset(plugin.parameters) as q(key text, type integer)`;
const isDeclared = sql`q.type = ${sql.lit(SECRET_TYPE)}`;

/** SQL array of all keys that any plugin declares as secret. Evaluated once per query. */
const everyKey = sql`(select array_agg(distinct q.key) || ${sql.lit(STANDARD_SECRET)}::text from ${declared} where ${isDeclared})`;

/**
 * Masks the secrets in `params` (jsonb). If `params` contains no secret key (the usual case), returns it without
 * parsing.
 */
export const maskSecretParams = (params: Sql, pluginId: Sql): Sql => sql`(case
  when ${params} ?| ${everyKey} then (
    select jsonb_object_agg(one.key, case
      when one.key = ${sql.lit(STANDARD_SECRET)} or exists (
        select from ${declared} where plugin.plugin_id = ${pluginId} and q.key = one.key and ${isDeclared})
      then ${maskValue(sql`one.value`)} else one.value end)
    from jsonb_each_text(${params}) as one)
  else ${params} end)`;
