// Identifies the crawls that share a rate limit with the crawls of an AU. The plugin defines this pool as all of its
// AUs, a host, a title attribute, a fixed key, or only the AU itself.
import { sql } from 'kysely';
import type { Sql } from '../catalogue.ts';

const source = sql`coalesce(p.definition ->> 'plugin_fetch_rate_limiter_source', 'plugin')`;
/**
 * `first` is the text between the first and the second colon, `second` the text between the second and the third.
 * `rest` is all text after the first colon.
 */
const [first, second] = [sql`split_part(${source}, ':', 2)`, sql`split_part(${source}, ':', 3)`];
const rest = sql`substr(${source}, strpos(${source}, ':') + 1)`;

/** Value of the title attribute, or else the text after the second colon, if any. */
const titleWord = sql`coalesce(e.attrs ->> ${first},
  case when length(${source}) - length(replace(${source}, ':', '')) > 1 then ${second} end)`;
const host = sql`substring(a.configuration ->> ${rest} from '^[A-Za-z][A-Za-z0-9+.-]*://(?:[^/?#@]*@)?(\\[[^]]*]|[^/?#:]*)')`;

/** Expression for the crawl pool, from plugin `p`, AU `a` and title entry `e`. NULL if the plugin is not loaded. */
export const crawlPoolExpression: Sql = sql`((case
  when p.plugin_id is null then null
  when lower(${source}) = 'plugin' then a.plugin_id
  when ${source} ilike 'title!_attribute:%' escape '!' then coalesce(${first} || ':' || ${titleWord}, '(none)')
  when ${source} ilike 'key:%' then ${rest}
  when ${source} ilike 'host:%' then coalesce('host:' || nullif(${host}, ''), '(none)')
  else '(none)' end) collate "C")`;
