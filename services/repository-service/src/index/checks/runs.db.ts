// Requests, lists, finds, cancels and deletes requested fixity checks.
import { recordNotices } from '@holdfast/notify/outbox';
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type {
  CheckCounts,
  CheckException,
  CheckedStoreCounts,
  CheckScope,
  CheckState,
  CheckStores,
} from '../../domain/fixity-check.ts';
import { formatPlainArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';

export interface FixityRun {
  readonly id: string;
  readonly scope: CheckScope;
  readonly stores: CheckStores;
  readonly state: CheckState;
  readonly requestedBy: string;
  readonly requestedMs: number;
  readonly reason: string | undefined;
  readonly schedule: string | undefined;
  readonly startedMs: number | undefined;
  readonly endedMs: number | undefined;
  /** ID of the last artifact that was checked. */
  readonly position: string | undefined;
  readonly software: string | undefined;
  readonly previous: string | undefined;
  /** Number of artifacts in the scope. Undefined until the check starts. */
  readonly requested: number | undefined;
  readonly counts: CheckCounts;
  readonly bytes: number;
  readonly failure: string | undefined;
  /** SHA-256 of the certificate, in lower-case hex. Undefined if there is no certificate. */
  readonly sha256: string | undefined;
}

export interface NewRun {
  readonly id: string;
  readonly scope: CheckScope;
  /** UUIDs of the artifacts if the scope is a list, otherwise undefined. */
  readonly uuids: readonly string[] | undefined;
  readonly stores: CheckStores;
  readonly by: string;
  readonly reason: string | undefined;
}

/** Maximum number of checks that wait or run, excluding the checks of schedules. */
export const MAX_OPEN_RUNS = 100;

/** Maximum number of exceptions per check that are stored individually. The counts include all. */
export const MAX_EXCEPTIONS = 10_000;

/** Requests a check. Returns undefined if too many requested checks are waiting. */
export async function insertRun(db: Kysely<IndexSchema>, run: NewRun): Promise<FixityRun | undefined> {
  const { scope, uuids } = run;
  return runInTransaction(db, async (tx) => {
    const { rows } = await sql<RunRow>`
      insert into fixity_run (id, scope, namespace, auid, stores, requested_by, reason)
      select ${run.id}::uuid, ${JSON.stringify(scope)}::jsonb, ${findScopeNamespace(scope)}, ${findScopeAuid(scope)}, ${run.stores},
        ${run.by}, ${run.reason ?? null}
      where (select count(*) from fixity_run where ${isOpenRun} and schedule_id is null) < ${MAX_OPEN_RUNS}
      returning ${runColumns}`.execute(tx);
    if (!rows[0]) return undefined;
    if (uuids) {
      await sql`
        insert into fixity_run_item (run_id, artifact_id)
        select ${run.id}::uuid, id from unnest(${formatPlainArray(uuids)}::uuid[]) listed(id)
        on conflict do nothing`.execute(tx);
    }
    return toRun(rows[0]);
  });
}

export const findScopeNamespace = (scope: CheckScope) => (scope.kind === 'node' ? null : scope.namespace);
export const findScopeAuid = (scope: CheckScope) => ('auid' in scope ? (scope.auid ?? null) : null);
export const isOpenRun = sql`state in ('waiting', 'running')`;

export async function findRun(db: Kysely<IndexSchema>, id: string): Promise<FixityRun | undefined> {
  const { rows } = await sql<RunRow>`
    select ${runColumns} from fixity_run where id = ${id}::uuid`.execute(db);
  return rows[0] && toRun(rows[0]);
}

/** Returns the text of the certificate, or undefined if there is none. */
export async function readCertificate(db: Kysely<IndexSchema>, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ document: string | null }>`
    select document from fixity_run where id = ${id}::uuid`.execute(db);
  return rows[0]?.document ?? undefined;
}

/**
 * Cancels the check, and counts the remaining artifacts as not checked. Returns undefined if the check has ended or is
 * about to end.
 */
export async function cancelRun(db: Kysely<IndexSchema>, id: string): Promise<FixityRun | undefined> {
  return endRun(db, id, { state: 'cancelled' });
}

/**
 * Ends a check without a certificate, and counts the remaining artifacts as not checked. Records a notice if the check
 * has failed.
 */
export async function endRun(
  db: Kysely<IndexSchema>,
  id: string,
  { state, failure }: { state: 'cancelled' | 'failed'; failure?: string },
): Promise<FixityRun | undefined> {
  const mayEnd = state === 'failed' ? sql`true` : sql`document is null`;
  const reason = failure?.slice(0, 1_000);
  return runInTransaction(db, async (tx) => {
    const { rows } = await sql<RunRow>`
      update fixity_run set state = ${state}, failure = ${reason ?? null}, ended_at = now(), document = null,
        ${remainingCounts}
      where id = ${id}::uuid and ${isOpenRun} and ${mayEnd}
      returning ${runColumns}`.execute(tx);
    if (!rows[0]) return undefined;
    // If a user cancelled the check, nobody needs to be notified.
    if (state === 'failed')
      await recordNotices(tx, 'repository', [
        {
          ...{ kind: 'check.finished', status: 'event' },
          detail: { check: id, ...(reason !== undefined && { reason }) },
        },
      ]);
    return toRun(rows[0]);
  });
}

/**
 * Assignments that make the five counts add up to `requested`. The check may have covered more artifacts than
 * requested, because an import that began earlier may have ended during the check.
 */
export const remainingCounts = sql`
  not_checked = greatest(0, requested - intact - damaged - missing - unreadable),
  requested = greatest(requested, intact + damaged + missing + unreadable)`;

export interface RunFilter {
  readonly namespace?: string | undefined;
  readonly auid?: string | undefined;
  readonly state?: CheckState | undefined;
}

/** Position of a check in the list, which is sorted by time, latest first. */
export interface RunPosition {
  readonly requestedMs: number;
  readonly id: string;
}

export async function listRuns(
  db: Kysely<IndexSchema>,
  filter: RunFilter,
  { after, limit }: { after: RunPosition | undefined; limit: number },
): Promise<FixityRun[]> {
  const behind =
    after === undefined
      ? sql`true`
      : sql`(date_trunc('milliseconds', requested_at), id)
          < (to_timestamp(${after.requestedMs}::float8 / 1000), ${after.id}::uuid)`;
  const { rows } = await sql<RunRow>`
    select ${runColumns} from fixity_run where ${buildRunCondition(filter)} and ${behind}
    order by date_trunc('milliseconds', requested_at) desc, id desc limit ${limit}`.execute(db);
  return rows.map(toRun);
}

export async function countRuns(db: Kysely<IndexSchema>, filter: RunFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from fixity_run where ${buildRunCondition(filter)}`.execute(db);
  return rows[0]!.total;
}

function buildRunCondition({ namespace, auid, state }: RunFilter): RawBuilder<unknown> {
  const conditions = [
    sql`true`,
    ...(namespace === undefined ? [] : [sql`namespace = ${namespace}`]),
    ...(auid === undefined
      ? []
      : [sql`hashtextextended(auid, 0) = hashtextextended(${auid}, 0) and auid = ${auid}`]),
    ...(state === undefined ? [] : [sql`state = ${state}`]),
  ];
  return sql.join(conditions, sql` and `);
}

export async function listRunStores(db: Kysely<IndexSchema>, id: string): Promise<CheckedStoreCounts[]> {
  const { rows } = await sql<Omit<CheckedStoreCounts, 'store'> & { store: string }>`
    select store, copies, bytes, damaged, missing, unreachable, repaired from fixity_run_store
    where run_id = ${id}::uuid order by store`.execute(db);
  return rows.map(({ store, ...counts }) => ({ store: store === '' ? undefined : store, ...counts }));
}

/** Returns the artifacts that were not intact, in order of their UUIDs. */
export async function listRunExceptions(
  db: Kysely<IndexSchema>,
  id: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<CheckException[]> {
  const behind = after === undefined ? sql`true` : sql`artifact_id > ${after}::uuid`;
  const { rows } = await sql<ExceptionRow>`
    select artifact_id as uuid, namespace, auid, url, outcome, store, reason, repaired_from as "repairedFrom"
    from fixity_run_exception where run_id = ${id}::uuid and ${behind}
    order by artifact_id limit ${limit}`.execute(db);
  return rows.map(({ store, repairedFrom, ...exception }) => ({
    ...exception,
    store: store ?? undefined,
    repairedFrom: repairedFrom ?? undefined,
  }));
}

interface ExceptionRow extends Omit<CheckException, 'store' | 'repairedFrom'> {
  readonly store: string | null;
  readonly repairedFrom: string | null;
}

/** Deletes all but the latest `most` ended checks. Their certificates remain in the store. */
export async function deleteOldRuns(db: Kysely<IndexSchema>, most: number): Promise<void> {
  await sql`
    with gone as (
      delete from fixity_run where id in (
        select id from fixity_run where not ${isOpenRun} order by requested_at desc, id desc offset ${most}
      ) returning id
    ), items as (delete from fixity_run_item where run_id in (select id from gone)),
    stores as (delete from fixity_run_store where run_id in (select id from gone))
    delete from fixity_run_exception where run_id in (select id from gone)`.execute(db);
}

export interface OpenRunFigures {
  /** Number of checks that wait or run. */
  readonly open: number;
  /** Age of the oldest check that has not started, in seconds. 0 if none waits. */
  readonly delaySeconds: number;
}

export async function readOpenRunFigures(db: Kysely<IndexSchema>): Promise<OpenRunFigures> {
  const { rows } = await sql<OpenRunFigures>`
    select count(*) as open, coalesce(extract(epoch from clock_timestamp()
      - min(requested_at) filter (where state = 'waiting')), 0)::float8 as "delaySeconds"
    from fixity_run where ${isOpenRun}`.execute(db);
  return rows[0]!;
}

interface RunRow extends CheckCounts {
  readonly id: string;
  readonly scope: CheckScope;
  readonly stores: CheckStores;
  readonly state: CheckState;
  readonly requestedBy: string;
  readonly requestedMs: number;
  readonly reason: string | null;
  readonly schedule: string | null;
  readonly startedMs: number | null;
  readonly endedMs: number | null;
  readonly position: string | null;
  readonly software: string | null;
  readonly previous: string | null;
  readonly requested: number | null;
  readonly bytes: number;
  readonly failure: string | null;
  readonly sha256: string | null;
}

const convertToMs = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

export const runColumns = sql`
  id, scope, stores, state, requested_by as "requestedBy", ${convertToMs('requested_at')} as "requestedMs", reason,
  schedule_id as schedule, ${convertToMs('started_at')} as "startedMs", ${convertToMs('ended_at')} as "endedMs", position, software,
  previous_id as previous, requested, intact, damaged, missing, unreadable, not_checked as "notChecked", repaired, bytes,
  failure, encode(sha256(convert_to(document, 'UTF8')), 'hex') as sha256`;

/** Converts a row of `runColumns`. */
export function toRun(row: RunRow): FixityRun {
  const { intact, damaged, missing, unreadable, notChecked, repaired } = row;
  return {
    ...{ id: row.id, scope: row.scope, stores: row.stores, state: row.state, bytes: row.bytes },
    ...{ requestedBy: row.requestedBy, requestedMs: row.requestedMs },
    counts: { intact, damaged, missing, unreadable, notChecked, repaired },
    reason: row.reason ?? undefined,
    schedule: row.schedule ?? undefined,
    startedMs: row.startedMs ?? undefined,
    endedMs: row.endedMs ?? undefined,
    position: row.position ?? undefined,
    software: row.software ?? undefined,
    previous: row.previous ?? undefined,
    requested: row.requested ?? undefined,
    failure: row.failure ?? undefined,
    sha256: row.sha256 ?? undefined,
  };
}

export type { RunRow };
