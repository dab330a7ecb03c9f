// The secrets among parameters, as queries show them: to nobody. Which they are stands in domain/aus/secrets.ts.
import { sql } from 'kysely';
import { SECRET_TYPE, STANDARD_SECRET } from '../../domain/aus/secrets.ts';
import type { Sql } from '../catalogue.ts';

/** A name before a colon and no password; nothing of what has no colon. */
export const masked = (value: Sql): Sql =>
  sql`(case when strpos(${value}, ':') > 0 then split_part(${value}, ':', 1) || ':' else '' end || '******')`;

/** One row for each plugin that declares secrets, with their keys: (plugin_id, keys). */
export const secretsOfPlugins: Sql = sql`(
  select plugin_id, array_agg(q.key) || ${sql.lit(STANDARD_SECRET)}::text as keys
  from plugin, jsonb_to_recordset(parameters) as q(key text, type integer)
  where q.type = ${sql.lit(SECRET_TYPE)} group by plugin_id)`;

/** `params` of type jsonb without the secrets among `keys`; those that have none, which are nearly all, are not taken apart. */
export const withoutSecrets = (params: Sql, keys: Sql): Sql => sql`(case
  when ${params} ?| ${keys} then (
    select jsonb_object_agg(key, case when key = any (${keys}) then ${masked(sql`value`)} else value end)
    from jsonb_each_text(${params}))
  else ${params} end)`;
