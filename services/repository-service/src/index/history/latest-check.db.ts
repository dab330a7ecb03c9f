// Finds the latest requested fixity check that has read an artifact.
import { type Kysely, sql } from 'kysely';
import type { StoredArtifact } from '../artifact.db.ts';
import { MAX_EXCEPTIONS } from '../checks/runs.db.ts';
import type { IndexSchema } from '../schema.ts';
import { findArtifactArrival } from './arrivals.db.ts';

/** Maximum number of checks to examine in each group: checks of the AU, and checks that are not restricted to an AU. */
const MAX_SEARCHED_RUNS = 1_000;

/**
 * Returns the start of the latest requested check that has read all records of the artifact in the stores that serve
 * reads, in milliseconds since the epoch. Returns undefined if there is none. The artifact was checked at this time or
 * later. Includes checks that are still running or were cancelled, if they have already read the artifact.
 */
export async function findLatestRequestedCheck(
  db: Kysely<IndexSchema>,
  { id, namespace, auid, url, storeMs, record }: StoredArtifact,
): Promise<number | undefined> {
  // The event of a recently stored artifact may be missing. Then use the creation time of the artifact's segment.
  const arrivedMs = sql`coalesce(${await findArtifactArrival(db, id)}::float8,
    (select created_ms from segment where id = ${record.segmentId}))`;
  // The hash is null for checks that are not restricted to an AU. The index of checks by AU also contains these rows.
  const candidates = [
    sql`hashtextextended(auid, 0) = hashtextextended(${auid}, 0) and auid = ${auid}`,
    sql`hashtextextended(auid, 0) is null`,
  ].map(
    (ofAu) => sql`(
      select * from fixity_run where ${ofAu}
        and started_at >= to_timestamp(greatest(${arrivedMs}, ${storeMs}) / 1000)
      order by requested_at desc limit ${MAX_SEARCHED_RUNS})`,
  );
  // Use a check with unreadable artifacts only if all its exceptions are stored and this artifact is not one of the
  // unreadable ones.
  const { rows } = await sql<{ startedMs: number | null }>`
    select floor(extract(epoch from max(started_at)) * 1000)::float8 as "startedMs"
    from (${sql.join(candidates, sql` union all `)}) run
    where stores <> 'archive' and (namespace is null or namespace = ${namespace})
      and (state = 'finished' or position >= ${id}::uuid)
      and case scope ->> 'kind'
        when 'urlPrefix' then starts_with(${url}, scope ->> 'urlPrefix')
        when 'list' then exists (
          select from fixity_run_item where run_id = run.id and artifact_id = ${id}::uuid)
        else true end
      and (unreadable = 0
        or damaged + missing + unreadable <= ${MAX_EXCEPTIONS} and not exists (
          select from fixity_run_exception
          where run_id = run.id and artifact_id = ${id}::uuid and outcome = 'unreadable'))`.execute(db);
  return rows[0]?.startedMs ?? undefined;
}
