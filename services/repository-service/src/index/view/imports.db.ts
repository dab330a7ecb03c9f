// Import history, one row per import. The row is inserted when the import starts and updated until it ends.
import { type NewNotice, recordNotices } from '@holdfast/notify/outbox';
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

export interface RecordedImport {
  readonly id: string;
  readonly startedMs: number;
  readonly user: string | undefined;
  readonly requestId: string;
  readonly namespace: string;
  readonly auid: string;
  readonly fileName: string | undefined;
  /** Declared length of the request in bytes, slightly more than the file. Undefined if the client declared none. */
  readonly requestBytes: number | undefined;
  readonly uploadBytes: number;
  readonly counts: ImportCounts;
  readonly ended: ImportEnd | undefined;
  /** Key of the advisory lock that the importing process holds while it is alive (`holdAliveLock`). */
  readonly process: bigint;
}

export interface ImportCounts {
  readonly OK: number;
  readonly DUPLICATE: number;
  readonly EXCLUDED: number;
  readonly ERROR: number;
}

export interface ImportEnd {
  readonly ms: number;
  /** `cut`: the client disconnected. */
  readonly outcome: 'complete' | 'failed' | 'cut';
  /** Message in the response to the client. */
  readonly failure: string | undefined;
}

export interface ListedImport extends Omit<RecordedImport, 'ended' | 'process'> {
  /** `lost`: the importing process died, or has not updated the row for a minute. */
  readonly outcome: 'running' | 'lost' | ImportEnd['outcome'];
  /** End of the import. For a running import, the time of its last update. */
  readonly seenMs: number;
  readonly failure: string | undefined;
}

/** Maximum number of imports in the history. Older ones are deleted. */
export const MAX_STORED_IMPORTS = 10_000;
const LOST_AFTER_MS = 60_000;
const MAX_CHARACTERS = 1_000;

/** Inserts or updates an import. If the import has ended, also records its notice. */
export async function saveImport(db: Kysely<IndexSchema>, one: RecordedImport, nowMs: number): Promise<void> {
  if (one.ended === undefined) return upsertImport(db, one, nowMs);
  const notice = toImportNotice(one, one.ended);
  await runInTransaction(db, async (tx) => {
    await upsertImport(tx, one, nowMs);
    await recordNotices(tx, 'repository', [notice]);
  });
}

function toImportNotice(
  one: Omit<RecordedImport, 'ended' | 'process'>,
  { ms, outcome, failure }: Pick<ImportEnd, 'ms' | 'failure'> & Partial<ImportEnd>,
): NewNotice {
  const { namespace, auid, user, fileName, uploadBytes, counts } = one;
  return {
    ...{ kind: outcome === 'complete' ? 'import.finished' : 'import.failed', status: 'event', at: ms },
    ...{ namespace, auid, user },
    detail: {
      ...{ count: counts.OK, bytes: uploadBytes },
      ...(fileName !== undefined && { name: fileName.slice(0, MAX_CHARACTERS) }),
      ...(failure !== undefined && { reason: failure.slice(0, MAX_CHARACTERS) }),
    },
  };
}

async function upsertImport(db: Kysely<IndexSchema>, one: RecordedImport, nowMs: number): Promise<void> {
  const { counts, ended } = one;
  await sql`
    insert into import (id, started_ms, seen_ms, ended_ms, outcome, failure, user_name, request_id, namespace, auid,
      file_name, request_bytes, upload_bytes, ok, duplicate, excluded, error, process)
    values (${one.id}, ${one.startedMs}, ${ended?.ms ?? nowMs}, ${ended?.ms ?? null}, ${ended?.outcome ?? null},
      ${truncateText(ended?.failure)}, ${one.user ?? null}, ${one.requestId}, ${one.namespace}, ${one.auid}, ${truncateText(one.fileName)},
      ${one.requestBytes ?? null}, ${one.uploadBytes}, ${counts.OK}, ${counts.DUPLICATE}, ${counts.EXCLUDED},
      ${counts.ERROR}, ${one.process})
    on conflict (id) do update set seen_ms = excluded.seen_ms, ended_ms = excluded.ended_ms, outcome = excluded.outcome,
      failure = excluded.failure, upload_bytes = excluded.upload_bytes, ok = excluded.ok,
      duplicate = excluded.duplicate, excluded = excluded.excluded, error = excluded.error
      where import.ended_ms is null or excluded.ended_ms is not null`.execute(db);
}

/** Ends the imports whose process died at least a minute ago, and records a notice of each. Returns their number. */
export async function endLostImports(db: Kysely<IndexSchema>, nowMs: number): Promise<number> {
  return runInTransaction(db, async (tx) => {
    const { rows } = await sql<ImportRow>`
      update import set ended_ms = seen_ms, outcome = 'lost'
      where ended_ms is null and seen_ms < ${nowMs - LOST_AFTER_MS} and not ${isProcessAlive}
      returning ${columns}, outcome`.execute(tx);
    const lost = rows
      .map(toListedImport)
      .map((one) => toImportNotice(one, { ms: nowMs, failure: LOST_FAILURE }));
    await recordNotices(tx, 'repository', lost);
    return rows.length;
  });
}

const LOST_FAILURE = 'The import was interrupted because its process ended. Import the file again.';

const truncateText = (text: string | undefined) =>
  text === undefined ? null : text.slice(0, MAX_CHARACTERS).toWellFormed().replaceAll('\0', '');

/** Deletes all but the latest `most` imports. */
export async function deleteOldImports(db: Kysely<IndexSchema>, most: number): Promise<void> {
  await sql`
    delete from import where (started_ms, id) < (
      select started_ms, id from import order by started_ms desc, id desc offset ${most - 1} limit 1)`.execute(
    db,
  );
}

export interface ImportPosition {
  readonly startedMs: number;
  readonly id: string;
}

interface ImportRow
  extends Omit<ListedImport, 'user' | 'fileName' | 'requestBytes' | 'failure' | 'counts'>,
    ImportCounts {
  readonly user: string | null;
  readonly fileName: string | null;
  readonly requestBytes: number | null;
  readonly failure: string | null;
}

const columns = sql`
  id, started_ms as "startedMs", seen_ms as "seenMs", failure, user_name as "user", request_id as "requestId", namespace, auid,
  file_name as "fileName", request_bytes as "requestBytes", upload_bytes as "uploadBytes", ok as "OK",
  duplicate as "DUPLICATE", excluded as "EXCLUDED", error as "ERROR"`;

/**
 * SQL condition: whether the import is running, which means that it was updated recently and its process is alive. The
 * update time comes from the writer's clock; replicas' clocks differ by a few seconds at most. Earlier releases did not
 * record the process.
 */
const isUnderWay = (nowMs: number) => sql`
  ended_ms is null and seen_ms >= ${nowMs - LOST_AFTER_MS} and (process is null or ${isProcessAlive})`;

const isProcessAlive = sql`exists (
  select from pg_locks where locktype = 'advisory' and objsubid = 1 and granted
    and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32) | objid::bigint = import.process)`;

const buildOutcome = (nowMs: number) => sql`
  coalesce(outcome, case when ${isUnderWay(nowMs)} then 'running' else 'lost' end) as outcome`;

/** Returns imports, newest first. */
export async function listImports(
  db: Kysely<IndexSchema>,
  { after, limit, nowMs }: { after: ImportPosition | undefined; limit: number; nowMs: number },
): Promise<ListedImport[]> {
  const behind = after ? sql`(started_ms, id) < (${after.startedMs}, ${after.id}::uuid)` : sql`true`;
  const { rows } = await sql<ImportRow>`
    select ${columns}, ${buildOutcome(nowMs)} from import where ${behind}
    order by started_ms desc, id desc limit ${limit}`.execute(db);
  return rows.map(toListedImport);
}

/** Returns imports into an AU, newest first. */
export async function listImportsOfAu(
  db: Kysely<IndexSchema>,
  { namespace, auid }: { readonly namespace: string; readonly auid: string },
  { after, limit, nowMs }: { after: ImportPosition | undefined; limit: number; nowMs: number },
): Promise<ListedImport[]> {
  const behind = after ? sql`(started_ms, id) < (${after.startedMs}, ${after.id}::uuid)` : sql`true`;
  const { rows } = await sql<ImportRow>`
    select ${columns}, ${buildOutcome(nowMs)} from import
    where hashtextextended(auid, 0) = hashtextextended(${auid}, 0) and auid = ${auid} and namespace = ${namespace}
      and ${behind}
    order by started_ms desc, id desc limit ${limit}`.execute(db);
  return rows.map(toListedImport);
}

/** Returns the running imports of all replicas. */
export async function listRunningImports(
  db: Kysely<IndexSchema>,
  { limit, nowMs }: { limit: number; nowMs: number },
): Promise<ListedImport[]> {
  const { rows } = await sql<ImportRow>`
    select ${columns}, 'running' as outcome from import
    where ${isUnderWay(nowMs)} order by started_ms, id limit ${limit}`.execute(db);
  return rows.map(toListedImport);
}

export async function countImports(db: Kysely<IndexSchema>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from import`.execute(db);
  return rows[0]!.total;
}

function toListedImport({ OK, DUPLICATE, EXCLUDED, ERROR, ...row }: ImportRow): ListedImport {
  return {
    ...row,
    user: row.user ?? undefined,
    fileName: row.fileName ?? undefined,
    requestBytes: row.requestBytes ?? undefined,
    failure: row.failure ?? undefined,
    counts: { OK, DUPLICATE, EXCLUDED, ERROR },
  };
}
