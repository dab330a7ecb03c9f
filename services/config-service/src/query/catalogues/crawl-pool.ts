// Which crawls share a rate with those of an AU: its plugin says whether that are all of the plugin, of a host, of what
// the title says, of a word, or this AU's alone.
import { sql } from 'kysely';
import type { Sql } from '../catalogue.ts';

const source = sql`coalesce(p.definition ->> 'plugin_fetch_rate_limiter_source', 'plugin')`;
/** What stands behind the first colon, the second, and all behind the first. */
const [first, second] = [sql`split_part(${source}, ':', 2)`, sql`split_part(${source}, ':', 3)`];
const rest = sql`substr(${source}, strpos(${source}, ':') + 1)`;

/** A title that does not say it has what stands behind the second colon, if anything does. */
const titleWord = sql`coalesce(e.attrs ->> ${first},
  case when length(${source}) - length(replace(${source}, ':', '')) > 1 then ${second} end)`;
const host = sql`substring(a.configuration ->> ${rest} from '^[A-Za-z][A-Za-z0-9+.-]*://(?:[^/?#@]*@)?(\\[[^]]*]|[^/?#:]*)')`;

/** NULL when the plugin is not there. Of the plugin `p`, the AU `a` and its title's entry `e`. */
export const crawlPool: Sql = sql`((case
  when p.plugin_id is null then null
  when lower(${source}) = 'plugin' then a.plugin_id
  when ${source} ilike 'title!_attribute:%' escape '!' then coalesce(${first} || ':' || ${titleWord}, '(none)')
  when ${source} ilike 'key:%' then ${rest}
  when ${source} ilike 'host:%' then coalesce('host:' || nullif(${host}, ''), '(none)')
  else '(none)' end) collate "C")`;
