// Database queries for running checks: choose a check, select its next artifacts, and record results and position in
// one transaction, so that each artifact counts once even if the process is killed.
import { recordNotices } from '@holdfast/notify/outbox';
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, type QueryResult, type RawBuilder, sql } from 'kysely';
import type { CheckCounts, CheckException, CheckedStoreCounts } from '../../domain/fixity-check.ts';
import { formatNumberArray, formatPlainArray, formatTextArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';
import {
  type FixityRun,
  isOpenRun,
  MAX_EXCEPTIONS,
  type RunRow,
  remainingCounts,
  runColumns,
  toRun,
} from './runs.db.ts';
import { buildCheckCount, buildCheckScope } from './scope.db.ts';

/**
 * Returns the check to continue with. Prefers checks of AUs, URL prefixes and lists, because checks of namespaces and
 * of the node take long.
 */
export async function chooseRun(db: Kysely<IndexSchema>): Promise<FixityRun | undefined> {
  const { rows } = await sql<RunRow>`
    select ${runColumns} from fixity_run where ${isOpenRun}
    order by scope ->> 'kind' in ('node', 'namespace'), requested_at, id limit 1`.execute(db);
  return rows[0] && toRun(rows[0]);
}

/** Starts the check: counts its artifacts and finds the previous check of the same scope. */
export async function startRun(
  db: Kysely<IndexSchema>,
  run: FixityRun,
  software: string,
): Promise<FixityRun | undefined> {
  const query = sql<RunRow>`
    update fixity_run set state = 'running', started_at = now(), software = ${software},
      requested = (${buildCheckCount(run.scope, run.id)}),
      previous_id = (
        select earlier.id from fixity_run earlier
        where earlier.scope = fixity_run.scope and earlier.state = 'finished' and earlier.scope ->> 'kind' <> 'list'
        order by earlier.requested_at desc, earlier.id desc limit 1)
    where id = ${run.id}::uuid and state = 'waiting'
    returning ${runColumns}`;
  const { rows } = await executeWithoutTimeout(db, query);
  return rows[0] && toRun(rows[0]);
}

/**
 * Returns the IDs of the next artifacts, in ascending order. Returns at most `limit` artifacts with a total of at most
 * `mostBytes`; the first artifact may be larger. Omits artifacts that were stored after the start of the check.
 */
export async function listNextArtifacts(
  db: Kysely<IndexSchema>,
  run: FixityRun,
  { limit, mostBytes }: { limit: number; mostBytes: number },
): Promise<string[]> {
  const behind = run.position === undefined ? sql`true` : sql`artifact.id > ${run.position}::uuid`;
  const query = sql<{ id: string; bytes: number }>`
    select artifact.id, record_length + coalesce(payload_length, 0) as bytes from artifact
    where ${buildCheckScope(run.scope, run.id)} and ${behind} and store_ms <= ${run.startedMs ?? 0}
    order by artifact.id limit ${limit}`;
  const { rows } = await executeWithoutTimeout(db, query);
  let bytes = 0;
  const over = rows.findIndex((row, i) => {
    bytes += row.bytes;
    return i > 0 && bytes > mostBytes;
  });
  return rows.slice(0, over < 0 ? rows.length : over).map(({ id }) => id);
}

/** Executes a query that may scan a large index for minutes. */
function executeWithoutTimeout<Row>(
  db: Kysely<IndexSchema>,
  query: RawBuilder<Row>,
): Promise<QueryResult<Row>> {
  return runInTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    return query.execute(tx);
  });
}

/** Results for some artifacts of a check. */
export interface CheckStep {
  /** ID of the last of these artifacts. */
  readonly position: string;
  readonly counts: Omit<CheckCounts, 'notChecked'>;
  readonly bytes: number;
  readonly copies: readonly CheckedStoreCounts[];
  readonly exceptions: readonly Omit<CheckException, 'namespace' | 'auid' | 'url'>[];
}

/** Records the results. Returns false, and records nothing, if the check was cancelled. */
export async function recordStep(db: Kysely<IndexSchema>, id: string, step: CheckStep): Promise<boolean> {
  const { counts, copies, exceptions } = step;
  return runInTransaction(db, async (tx) => {
    const { rows } = await sql`
      update fixity_run set position = ${step.position}::uuid, intact = intact + ${counts.intact},
        damaged = damaged + ${counts.damaged}, missing = missing + ${counts.missing},
        unreadable = unreadable + ${counts.unreadable}, repaired = repaired + ${counts.repaired},
        bytes = bytes + ${step.bytes}, away_since = null
      where id = ${id}::uuid and state = 'running'
      returning id`.execute(tx);
    if (rows.length === 0) return false;
    for (const { store = '', ...copy } of copies) {
      await sql`
        insert into fixity_run_store (run_id, store, copies, bytes, damaged, missing, unreachable, repaired)
        values (${id}::uuid, ${store}, ${copy.copies}, ${copy.bytes}, ${copy.damaged}, ${copy.missing},
          ${copy.unreachable}, ${copy.repaired})
        on conflict (run_id, store) do update set copies = fixity_run_store.copies + excluded.copies,
          bytes = fixity_run_store.bytes + excluded.bytes, damaged = fixity_run_store.damaged + excluded.damaged,
          missing = fixity_run_store.missing + excluded.missing,
          unreachable = fixity_run_store.unreachable + excluded.unreachable,
          repaired = fixity_run_store.repaired + excluded.repaired`.execute(tx);
    }
    if (exceptions.length > 0) {
      await sql`
        insert into fixity_run_exception (run_id, artifact_id, namespace, auid, url, outcome, store, reason, repaired_from)
        select ${id}::uuid, found.id, namespace.name, auid, url, outcome, store, reason, repaired_from
        from unnest(
          ${formatPlainArray(exceptions.map(({ uuid }) => uuid))}::uuid[],
          ${formatTextArray(exceptions.map(({ outcome }) => outcome))}::text[],
          ${formatTextArray(exceptions.map(({ store }) => store))}::text[],
          ${formatTextArray(exceptions.map(({ reason }) => reason))}::text[],
          ${formatTextArray(exceptions.map(({ repairedFrom }) => repairedFrom))}::text[]
        ) found(id, outcome, store, reason, repaired_from)
        join artifact on artifact.id = found.id
        join au on au.id = artifact.au_id join namespace on namespace.id = au.namespace_id
        order by found.id
        limit greatest(0, ${MAX_EXCEPTIONS} - (select count(*) from fixity_run_exception where run_id = ${id}::uuid))
        on conflict (run_id, artifact_id) do nothing`.execute(tx);
    }
    return true;
  });
}

/**
 * Counts the remaining artifacts as not checked, and sets the end time of the check. Returns undefined if the check was
 * cancelled.
 */
export async function completeRun(db: Kysely<IndexSchema>, id: string): Promise<FixityRun | undefined> {
  const { rows } = await sql<RunRow>`
    update fixity_run set ended_at = date_trunc('milliseconds', now()), ${remainingCounts}
    where id = ${id}::uuid and state = 'running'
    returning ${runColumns}`.execute(db);
  return rows[0] && toRun(rows[0]);
}

/** Stores the text of the certificate. Returns false if the check was cancelled. */
export async function saveCertificate(db: Kysely<IndexSchema>, id: string, text: string): Promise<boolean> {
  const { rows } = await sql`
    update fixity_run set document = ${text} where id = ${id}::uuid and state = 'running' returning id`.execute(
    db,
  );
  return rows.length > 0;
}

/** Marks the check as finished, and records its notice. Call after the certificate is in the store. */
export async function finishRun(db: Kysely<IndexSchema>, id: string): Promise<void> {
  await runInTransaction(db, async (tx) => {
    const { rows } = await sql`
      update fixity_run set state = 'finished', away_since = null
      where id = ${id}::uuid and state <> 'finished' returning id`.execute(tx);
    if (rows.length === 0) return;
    await recordNotices(tx, 'repository', [
      { kind: 'check.finished', status: 'event', detail: { check: id } },
    ]);
  });
}

/** Records that no store can be read. Returns how long this has lasted, in milliseconds. */
export async function recordUnavailability(db: Kysely<IndexSchema>, id: string): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    update fixity_run set away_since = coalesce(away_since, now()) where id = ${id}::uuid
    returning (extract(epoch from clock_timestamp() - away_since) * 1000)::float8 as ms`.execute(db);
  return rows[0]?.ms ?? 0;
}

export async function listRunItems(db: Kysely<IndexSchema>, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select artifact_id as id from fixity_run_item where run_id = ${id}::uuid order by 1`.execute(db);
  return rows.map((row) => row.id);
}

/** Returns the artifacts with these IDs, and the segments of their records. Omits artifacts that no longer exist. */
export async function listRecordSegments(
  db: Kysely<IndexSchema>,
  ids: readonly string[],
): Promise<Map<string, ReadonlySet<number>>> {
  const { rows } = await sql<{ id: string; segments: (number | null)[] }>`
    select id, array[segment_id, payload_segment_id]
      || array(select kept.segment_id from kept_record kept where kept.artifact_id = artifact.id) as segments
    from artifact where id = any(${formatPlainArray(ids)}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ id, segments }) => [
      id,
      new Set(segments.flatMap((segment) => (segment === null ? [] : [Number(segment)]))),
    ]),
  );
}

/** Returns the segments with these IDs. Omits segments that no longer exist. */
export async function findSegments(db: Kysely<IndexSchema>, ids: readonly number[]) {
  const rows = await db
    .selectFrom('segment')
    .select(['id', 'key', 'size_bytes', 'manifest_offset'])
    .where(sql<boolean>`id = any(${formatNumberArray(ids)}::bigint[])`)
    .orderBy('id')
    .execute();
  return rows.map(({ id, key, size_bytes, manifest_offset }) => ({
    id,
    key,
    sizeBytes: size_bytes,
    manifestOffset: manifest_offset ?? undefined,
  }));
}
