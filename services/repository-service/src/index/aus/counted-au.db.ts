// Computes an AU's counters from its artifacts. A rebuild stores the results; the verify job compares them with the
// stored counters.
import { sql } from 'kysely';

/**
 * Returns a `from` clause of three one-row tables: every (artifacts, committed, bytes), latest (urls, bytes), and
 * stored (bytes, last).
 */
export const buildAuCountsClause = (auId: number) => sql`(
      select count(*) as artifacts, count(*) filter (where committed) as committed,
        coalesce(sum(content_length) filter (where committed), 0)::bigint as bytes
      from artifact where au_id = ${auId}
    ) every, (
      select count(*) as urls, coalesce(sum(content_length), 0)::bigint as bytes from (
        select distinct on (url_head(url), url_tail(url)) content_length from artifact
        where au_id = ${auId} and committed
        order by url_head(url), url_tail(url), version desc
      ) latest_of_url
    ) latest, (
      select coalesce(sum(size_bytes), 0)::bigint as bytes, max(id) as last from segment where au_id = ${auId}
    ) stored`;
