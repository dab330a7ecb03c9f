// Schedules of fixity checks: adds, lists and deletes them, and requests the checks that are due.
import { type Kysely, sql } from 'kysely';
import type { CheckScope, CheckStores } from '../../domain/fixity-check.ts';
import type { IndexSchema } from '../schema.ts';
import { findScopeAuid, findScopeNamespace, isOpenRun } from './runs.db.ts';

export interface CheckSchedule {
  readonly id: string;
  readonly scope: CheckScope;
  readonly stores: CheckStores;
  readonly periodDays: number;
  readonly nextMs: number;
  readonly by: string;
  readonly createdMs: number;
}

/** Maximum number of schedules. */
export const MAX_SCHEDULES = 1_000;

/** Adds a schedule, whose first check is due at once. Returns undefined if there are too many schedules. */
export async function insertSchedule(
  db: Kysely<IndexSchema>,
  schedule: Pick<CheckSchedule, 'id' | 'scope' | 'stores' | 'periodDays' | 'by'>,
): Promise<CheckSchedule | undefined> {
  const { scope } = schedule;
  const { rows } = await sql<CheckSchedule>`
    insert into fixity_schedule (id, scope, namespace, auid, stores, period_days, next_at, created_by)
    select ${schedule.id}::uuid, ${JSON.stringify(scope)}::jsonb, ${findScopeNamespace(scope)}, ${findScopeAuid(scope)},
      ${schedule.stores}, ${schedule.periodDays}::integer, now(), ${schedule.by}
    where (select count(*) from fixity_schedule) < ${MAX_SCHEDULES}
    returning ${columns}`.execute(db);
  return rows[0];
}

export async function deleteSchedule(
  db: Kysely<IndexSchema>,
  id: string,
): Promise<CheckSchedule | undefined> {
  const { rows } = await sql<CheckSchedule>`
    delete from fixity_schedule where id = ${id}::uuid returning ${columns}`.execute(db);
  return rows[0];
}

/** Returns all schedules, oldest first. */
export async function listSchedules(db: Kysely<IndexSchema>): Promise<CheckSchedule[]> {
  const { rows } = await sql<CheckSchedule>`
    select ${columns} from fixity_schedule order by created_at, id`.execute(db);
  return rows;
}

/** Returns whether checks are open, and whether schedules are due. */
export async function findCheckWork(db: Kysely<IndexSchema>): Promise<{ open: boolean; due: boolean }> {
  const { rows } = await sql<{ open: boolean; due: boolean }>`
    select exists (select from fixity_run where ${isOpenRun}) as open,
      exists (select from fixity_schedule where next_at <= now()) as due`.execute(db);
  return rows[0]!;
}

/** Requests the checks that are due, and sets their next times. Skips schedules whose last check is still open. */
export async function requestDueRuns(db: Kysely<IndexSchema>): Promise<void> {
  await sql`
    with due as (
      update fixity_schedule set next_at = now() + period_days * interval '1 day'
      where next_at <= now()
        and not exists (select from fixity_run where schedule_id = fixity_schedule.id and ${isOpenRun})
      returning *
    )
    insert into fixity_run (id, scope, namespace, auid, stores, requested_by, schedule_id)
    select gen_random_uuid(), scope, namespace, auid, stores, created_by, id from due`.execute(db);
}

const convertToMs = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

const columns = sql`
  id, scope, stores, period_days as "periodDays", ${convertToMs('next_at')} as "nextMs", created_by as by,
  ${convertToMs('created_at')} as "createdMs"`;
