// Progress of jobs, with one row per job.
import { type Kysely, sql } from 'kysely';
import type { Progress } from '../../domain/job-progress.ts';
import type { IndexSchema } from '../schema.ts';

export interface JobState {
  readonly run: number;
  /** Last saved position. Undefined at the start of a pass. */
  readonly position: unknown;
  readonly progress: Progress | undefined;
}

/**
 * Starts or resumes a pass of the job. Resumes at the last saved position, unless the last pass was completed or
 * `afresh` is true.
 */
export async function beginJob(
  db: Kysely<IndexSchema>,
  name: string,
  { afresh }: { afresh: boolean },
): Promise<JobState> {
  const { rows } = await sql<{ run: number; position: unknown; progress: Progress | null }>`
    insert into job (name) values (${name})
    on conflict (name) do update set
      run = job.run + (${buildFreshStartCondition(afresh)})::integer,
      position = case when ${buildFreshStartCondition(afresh)} then null else job.position end,
      progress = case when ${buildFreshStartCondition(afresh)} then null else job.progress end,
      started_at = case when ${buildFreshStartCondition(afresh)} then now() else job.started_at end,
      updated_at = now(), finished_at = null, failure = null
    returning run, position, progress`.execute(db);
  const { run, position, progress } = rows[0]!;
  return { run, position: position ?? undefined, progress: progress ?? undefined };
}

const buildFreshStartCondition = (afresh: boolean) => sql`(${afresh} or job.finished_at is not null)`;

export async function saveJob(
  db: Kysely<IndexSchema>,
  name: string,
  { position, progress }: { position: unknown; progress: Progress },
): Promise<void> {
  await sql`
    update job set position = ${toJsonSql(position)}, progress = ${toJsonSql(progress)}, updated_at = now()
    where name = ${name}`.execute(db);
}

export async function failJob(
  db: Kysely<IndexSchema>,
  name: string,
  state: { position: unknown; progress: Progress },
  failure: string,
): Promise<void> {
  await saveJob(db, name, state);
  await sql`update job set failure = ${failure.slice(0, 1_000)} where name = ${name}`.execute(db);
  await clearStartRequest(db, name);
}

export async function finishJob(db: Kysely<IndexSchema>, name: string, progress: Progress): Promise<void> {
  await sql`
    update job set position = null, progress = ${toJsonSql(progress)}, updated_at = now(), finished_at = now(), failure = null
    where name = ${name}`.execute(db);
  await clearStartRequest(db, name);
}

/** Clears the request to start the job. The result of the pass remains in the job's row. */
async function clearStartRequest(db: Kysely<IndexSchema>, name: string): Promise<void> {
  await sql`
    update job_wish set start_wished = null, start_wished_by = null
    where name = ${name} and start_wished is not null`.execute(db);
}

export interface JobEnd {
  readonly name: string;
  /** End of the pass. Null until the pass is complete. */
  readonly finishedMs: number | null;
  readonly failed: boolean;
}

export async function listJobEnds(db: Kysely<IndexSchema>): Promise<JobEnd[]> {
  const { rows } = await sql<JobEnd>`
    select name, (extract(epoch from finished_at) * 1000)::float8 as "finishedMs", failure is not null as failed
    from job`.execute(db);
  return rows;
}

/** Returns whether an incomplete pass has saved a position. */
export async function isUnfinished(db: Kysely<IndexSchema>, name: string): Promise<boolean> {
  const { rows } =
    await sql`select from job where name = ${name} and finished_at is null and position is not null`.execute(
      db,
    );
  return rows.length > 0;
}

/**
 * Returns the milliseconds until the next pass, by the database's clock. Returns 0 if it is due or requested.
 * `periodMs`: interval between the starts of passes; 0 if they run only on request.
 */
export async function readMsUntilDue(
  db: Kysely<IndexSchema>,
  name: string,
  periodMs: number,
): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select case
      when exists (select from job_wish where name = ${name} and start_wished is not null) then 0
      when ${periodMs}::float8 = 0 then 'Infinity'
      else coalesce((
        select case when finished_at is null then 0
          else greatest(0, ${periodMs}::float8 - extract(epoch from now() - started_at) * 1000) end
        from job where name = ${name}), 0)
      end::float8 as ms`.execute(db);
  return rows[0]!.ms;
}

const toJsonSql = (value: unknown) => sql`${value === undefined ? null : JSON.stringify(value)}::json`;
