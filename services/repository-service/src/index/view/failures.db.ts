// Stores the latest failures of all replicas, up to a maximum number.
import { type Kysely, sql } from 'kysely';
import { formatNumberArray, formatTextArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';

export interface RecordedFailure {
  readonly atMs: number;
  readonly requestId: string;
  /** operationId in the API description. */
  readonly operation: string;
  readonly method: string;
  /** HTTP status. Undefined if the request failed after the response had started. */
  readonly status: number | undefined;
  readonly user: string | undefined;
  /** Message in the response to the client. */
  readonly detail: string;
}

export const MAX_STORED_FAILURES = 500;

/** Stores failures. Deletes all but the latest `MAX_STORED_FAILURES`. */
export async function insertFailures(
  db: Kysely<IndexSchema>,
  failures: readonly RecordedFailure[],
): Promise<void> {
  const texts = (value: (failure: RecordedFailure) => string | undefined) =>
    sql`${formatTextArray(failures.map((one) => value(one)?.slice(0, 1_000).toWellFormed().replaceAll('\0', '')))}::text[]`;
  await sql`
    insert into failure (at_ms, request_id, operation, method, status, user_name, detail)
    select * from unnest(${formatNumberArray(failures.map(({ atMs }) => atMs))}::bigint[], ${texts((one) => one.requestId)},
      ${texts((one) => one.operation)}, ${texts((one) => one.method)},
      ${formatNumberArray(failures.map(({ status }) => status))}::smallint[], ${texts((one) => one.user)},
      ${texts((one) => one.detail)})`.execute(db);
  await sql`
    delete from failure where id <= (select id from failure order by id desc offset ${MAX_STORED_FAILURES} limit 1)`.execute(
    db,
  );
}

/** Returns the latest failures, newest first. */
export async function listLastFailures(db: Kysely<IndexSchema>, limit: number): Promise<RecordedFailure[]> {
  const { rows } = await sql<
    Omit<RecordedFailure, 'status' | 'user'> & { status: number | null; user: string | null }
  >`
    select at_ms as "atMs", request_id as "requestId", operation, method, status, user_name as "user", detail
    from failure order by at_ms desc, id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, status: row.status ?? undefined, user: row.user ?? undefined }));
}
