// Restores the decisions of users about artifacts: holds and deletion requests. After a restore of the index, lines may
// reuse a number, so the latest line of each number applies.
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';
import { buildAuJoin } from './staging.db.ts';

/**
 * Restores the holds that were not lifted by a later line. The first line of a hold names the user who placed it, and
 * the last line contains its reason and its end. Call after `restorePurges`, because a hold refuses purges.
 */
export async function restoreHolds(db: Kysely<IndexSchema>): Promise<void> {
  await sql`
    insert into hold (id, au_id, artifact_id, placed_at, placed_by, reason, until)
    select distinct on (staged.hold) staged.hold, au.id, (entry ->> 'artifact')::uuid, at, entry ->> 'by',
      last_value(entry ->> 'reason') over changes,
      to_timestamp((last_value(entry ->> 'until') over changes)::float8 / 1000)
    from ${buildAuJoin('rebuild_hold')}
    where entry ->> 'op' = 'held' and not exists (
      select from rebuild_hold lifted where lifted.hold = staged.hold and lifted.entry ->> 'op' = 'released'
    )
    window changes as (
      partition by staged.hold order by epoch, staged.id rows between unbounded preceding and unbounded following
    )
    order by staged.hold, epoch, staged.id
    on conflict (id) do update set reason = excluded.reason, until = excluded.until`.execute(db);
}

/** Restores the open deletion requests: undecided requests, and approved purges. Call when all artifacts are loaded. */
export async function restoreDeletionRequests(db: Kysely<IndexSchema>): Promise<void> {
  await sql`
    with latest as (
      select distinct on (number) number, at, entry from rebuild_deletion order by number, epoch desc, id desc
    )
    update deletion set state = coalesce(entry ->> 'decision', 'deleted'), decided_at = coalesce(decided_at, at),
      decided_by = coalesce(decided_by, entry ->> 'approvedBy', entry ->> 'by'),
      decision_reason = case when entry ->> 'op' = 'deletion-decided' then entry ->> 'reason' end
    from latest
    where latest.number = deletion.number and deletion.state in ('requested', 'approved')
      and entry ->> 'op' <> 'deletion-requested'`.execute(db);
  await sql`
    with latest as (
      select distinct on (number) number, at, entry from rebuild_deletion order by number, epoch desc, id desc
    ), filed as (
      select distinct on (number) * from rebuild_deletion where entry ->> 'op' = 'deletion-requested'
      order by number, epoch desc, id desc
    ), restored as (
      insert into deletion (number, au_id, kind, state, requested_at, requested_by, requested_account, reason,
        decided_at, decided_by)
      overriding system value
      select staged.number, au.id, staged.entry ->> 'kind',
        coalesce(latest.entry ->> 'decision', 'requested'), staged.at, staged.entry ->> 'by', staged.entry ->> 'account',
        staged.entry ->> 'reason',
        case when latest.entry ->> 'decision' is not null then latest.at end,
        case when latest.entry ->> 'decision' is not null then latest.entry ->> 'by' end
      from ${buildAuJoin('filed')} join latest using (number)
      where latest.entry ->> 'op' = 'deletion-requested' or latest.entry ->> 'decision' = 'approved'
      on conflict do nothing
      returning number, au_id
    )
    insert into deletion_artifact (number, artifact_id, au_id, url, version, collection_ms)
    select number, wanted.id::uuid, restored.au_id, url, version, collection_ms
    from restored join filed using (number)
    cross join json_array_elements_text(filed.entry -> 'artifacts') wanted(id)
    left join artifact on artifact.id = wanted.id::uuid and artifact.au_id = restored.au_id`.execute(db);
  await sql`
    select setval(pg_get_serial_sequence('deletion', 'number'), greatest(
      (select max(number) from rebuild_deletion), (select max(number) from deletion)))
    where exists (select from rebuild_deletion)`.execute(db);
}
