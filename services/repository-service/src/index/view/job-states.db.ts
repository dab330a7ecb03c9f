// Progress of jobs, and whether any process is running them.
import { computeAdvisoryLockKey } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import { formatTextArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';

/** Progress of a job (domain/job-progress.ts), parsed from JSON. */
export interface StoredProgress {
  readonly items: number;
  readonly bytes: number;
  readonly totalItems?: number;
  readonly totalBytes?: number;
  readonly counts: Record<string, number>;
}

export interface StoredJob {
  readonly name: string;
  readonly startedMs: number;
  /** Time when the job last saved its progress. */
  readonly updatedMs: number;
  readonly finishedMs: number | null;
  readonly failure: string | null;
  readonly progress: StoredProgress | null;
}

/** Returns the state of every job that was ever started. */
export async function readStoredJobs(db: Kysely<IndexSchema>): Promise<StoredJob[]> {
  const { rows } = await sql<StoredJob>`
    select name, ${msOf('started_at')} as "startedMs", ${msOf('updated_at')} as "updatedMs",
      ${msOf('finished_at')} as "finishedMs", failure, progress
    from job order by name`.execute(db);
  return rows;
}

const msOf = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

/** Returns the advisory locks in `names` that any process holds. */
export async function findHeldLocks(db: Kysely<IndexSchema>, names: readonly string[]): Promise<Set<string>> {
  const byKey = new Map(
    names.map((name) => [BigInt.asUintN(64, computeAdvisoryLockKey(name)).toString(), name]),
  );
  const { rows } = await sql<{ key: string }>`
    select ((classid::bigint::numeric * 4294967296) + objid::bigint)::text as key from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())
      and ((classid::bigint::numeric * 4294967296) + objid::bigint)::text = any(${formatTextArray([...byKey.keys()])}::text[])`.execute(
    db,
  );
  return new Set(rows.flatMap(({ key }) => byKey.get(key) ?? []));
}

export interface JobReport<Report> {
  readonly report: Report;
  readonly finishedMs: number;
  readonly progress: StoredProgress;
}

/** Returns the report of a job. Returns undefined if there is none, or while a new run is incomplete. */
export async function readJobReport<Report>(
  db: Kysely<IndexSchema>,
  name: string,
): Promise<JobReport<Report> | undefined> {
  const { rows } = await sql<JobReport<Report>>`
    select report, (extract(epoch from finished_at) * 1000)::float8 as "finishedMs", progress
    from job where name = ${name} and report is not null and finished_at is not null`.execute(db);
  return rows[0];
}

export async function saveJobReport(db: Kysely<IndexSchema>, name: string, report: unknown): Promise<void> {
  await sql`update job set report = ${JSON.stringify(report)}::json where name = ${name}`.execute(db);
}
