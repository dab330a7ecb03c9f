// The secrets among parameters, as queries show them: to nobody. Which they are stands in domain/aus/secrets.ts.
import { sql } from 'kysely';
import { SECRET_TYPE, STANDARD_SECRET } from '../../domain/aus/secrets.ts';
import type { Sql } from '../catalogue.ts';

/** A name before a colon and no password; nothing of what has no colon. */
export const masked = (value: Sql): Sql =>
  sql`(case when strpos(${value}, ':') > 0 then split_part(${value}, ':', 1) || ':' else '' end || '******')`;

const declared = sql`plugin, jsonb_to_recordset(plugin.parameters) as q(key text, type integer)`;
const isDeclared = sql`q.type = ${sql.lit(SECRET_TYPE)}`;

/** Asked once for a whole query: the keys by which a secret could go in any plugin. */
const everyKey = sql`(select array_agg(distinct q.key) || ${sql.lit(STANDARD_SECRET)}::text from ${declared} where ${isDeclared})`;

/** `params` of type jsonb without its secrets; those without such a key, which are nearly all, are not taken apart. */
export const withoutSecrets = (params: Sql, pluginId: Sql): Sql => sql`(case
  when ${params} ?| ${everyKey} then (
    select jsonb_object_agg(one.key, case
      when one.key = ${sql.lit(STANDARD_SECRET)} or exists (
        select from ${declared} where plugin.plugin_id = ${pluginId} and q.key = one.key and ${isDeclared})
      then ${masked(sql`one.value`)} else one.value end)
    from jsonb_each_text(${params}) as one)
  else ${params} end)`;
