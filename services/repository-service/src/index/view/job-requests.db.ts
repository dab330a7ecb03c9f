// Requests to start or pause a job. Any replica may carry out a request.
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

export interface JobRequest {
  readonly name: string;
  readonly paused: boolean;
  readonly pausedMs: number | null;
  readonly pausedBy: string | null;
  readonly startRequestedMs: number | null;
}

export async function readJobRequests(db: Kysely<IndexSchema>): Promise<JobRequest[]> {
  const { rows } = await sql<JobRequest>`
    select name, paused, (extract(epoch from paused_at) * 1000)::float8 as "pausedMs", paused_by as "pausedBy",
      (extract(epoch from start_wished) * 1000)::float8 as "startRequestedMs"
    from job_wish`.execute(db);
  return rows;
}

/** Requests the start of a job. Returns false if the job is paused; the job then remains paused. */
export async function requestJobStart(db: Kysely<IndexSchema>, name: string, by: string): Promise<boolean> {
  const { rows } = await sql`
    insert into job_wish (name, start_wished, start_wished_by) values (${name}, now(), ${by})
    on conflict (name) do update set start_wished = now(), start_wished_by = ${by} where not job_wish.paused
    returning name`.execute(db);
  return rows.length > 0;
}

/** Pauses the job. If it is already paused, the recorded user remains the same. */
export async function requestJobPause(db: Kysely<IndexSchema>, name: string, by: string): Promise<void> {
  await sql`
    insert into job_wish (name, paused, paused_at, paused_by) values (${name}, true, now(), ${by})
    on conflict (name) do update set paused = true, paused_at = now(), paused_by = ${by}
    where not job_wish.paused`.execute(db);
}

export async function requestJobResume(db: Kysely<IndexSchema>, name: string): Promise<void> {
  await sql`
    update job_wish set paused = false, paused_at = null, paused_by = null where name = ${name}`.execute(db);
}
