// Inserts, lists and deletes notices.
import { computeAdvisoryLockKey } from '@holdfast/pg-kit';
import { type RawBuilder, sql } from 'kysely';
import { MAX_NOTICE_ITEMS, type NewNotice, type NoticeOwner, type StoredNotice } from '../notices/notice.ts';
import type { NoticeExecutor } from './notice-database.ts';

/** Limits on the age and the number of notices. Notices beyond a limit are deleted, oldest first. */
const MAX_AGE_DAYS = 400;
const MAX_STORED = 100_000;

const table = (owner: NoticeOwner) => sql.table(`${owner}_notice`);

/** Inserts the notices. Call this in the transaction of their event. */
export async function recordNotices(
  tx: NoticeExecutor,
  owner: NoticeOwner,
  notices: readonly NewNotice[],
): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map(({ detail, ...notice }) => ({
    ...notice,
    detail: { ...detail, ...(detail.items && { items: detail.items.slice(0, MAX_NOTICE_ITEMS) }) },
  }));
  const json = JSON.stringify(rows, toStorableText);
  await sql`
    insert into ${table(owner)} (at_ms, kind, status, incident, namespace, auid, artifact_id, user_name, detail)
    select coalesce(at, (extract(epoch from clock_timestamp()) * 1000)::bigint), kind, status, incident, namespace, auid,
      artifact, "user", detail
    from json_to_recordset(${json}::json) as new (at bigint, kind text, status text, incident text, namespace text,
      auid text, artifact uuid, "user" text, detail json)`.execute(tx);
}

/** Removes U+0000 and lone surrogates, which PostgreSQL's text cannot contain. */
const toStorableText = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;

/** Position of a notice in chronological order. */
export interface NoticePosition {
  readonly at: number;
  readonly id: string;
}

export interface NoticeFilter {
  /** Inclusive. */
  readonly since?: number | undefined;
  readonly auid?: string | undefined;
  readonly kind?: string | undefined;
}

/** Returns notices, newest first. With `before`, returns only notices that are older than this position. */
export async function listNotices(
  db: NoticeExecutor,
  owner: NoticeOwner,
  filter: NoticeFilter,
  { before, limit }: { readonly before: NoticePosition | undefined; readonly limit: number },
): Promise<StoredNotice[]> {
  const conditions: RawBuilder<unknown>[] = [
    ...(before ? [sql`(at_ms, id) < (${before.at}, ${before.id}::uuid)`] : []),
    ...(filter.since === undefined ? [] : [sql`at_ms >= ${filter.since}`]),
    ...(filter.kind === undefined ? [] : [sql`kind = ${filter.kind}`]),
    ...(filter.auid === undefined
      ? []
      : [
          sql`hashtextextended(auid, 0) = hashtextextended(${filter.auid}::text collate "C", 0) and auid = ${filter.auid}`,
        ]),
  ];
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  const { rows } = await sql<NoticeRow>`
    select ${columns} from ${table(owner)} where ${where}
    order by at_ms desc, id desc limit ${limit}`.execute(db);
  return rows.map(toNotice);
}

/** Tries to acquire the planner's lock, which the transaction then holds until its end. Returns true on success. */
export async function tryPlannerLock(tx: NoticeExecutor, owner: NoticeOwner): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${String(computeAdvisoryLockKey(`${owner} notices`))}::bigint) as locked`.execute(
    tx,
  );
  return rows[0]!.locked;
}

/** Returns notices for which no deliveries have been planned yet, oldest first. */
export async function listUnplannedNotices(
  tx: NoticeExecutor,
  owner: NoticeOwner,
  limit: number,
): Promise<StoredNotice[]> {
  const { rows } = await sql<NoticeRow>`
    select ${columns} from ${table(owner)} where not is_planned order by at_ms, id limit ${limit}`.execute(
    tx,
  );
  return rows.map(toNotice);
}

export async function markNoticesPlanned(
  tx: NoticeExecutor,
  owner: NoticeOwner,
  ids: readonly string[],
): Promise<void> {
  await sql`update ${table(owner)} set is_planned = true where id = any(${[...ids]}::uuid[])`.execute(tx);
}

/** Returns the number of notices of each kind in a period. */
export async function countNoticesByKind(
  tx: NoticeExecutor,
  owner: NoticeOwner,
  { sinceMs, untilMs }: { readonly sinceMs: number; readonly untilMs: number },
): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; total: number }>`
    select kind, count(*) as total from ${table(owner)}
    where at_ms >= ${sinceMs} and at_ms < ${untilMs} and status <> 'resolved' and kind <> 'summary.weekly'
    group by kind order by kind`.execute(tx);
  return Object.fromEntries(rows.map(({ kind, total }) => [kind, total]));
}

/** Returns whether a notice of this kind was recorded since that time. */
export async function hasNoticeSince(
  tx: NoticeExecutor,
  owner: NoticeOwner,
  kind: string,
  sinceMs: number,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from ${table(owner)} where kind = ${kind} and at_ms >= ${sinceMs}) as found`.execute(
    tx,
  );
  return rows[0]!.found;
}

/** Deletes notices beyond the limits on age and number. */
export async function deleteOldNotices(db: NoticeExecutor, owner: NoticeOwner, nowMs: number): Promise<void> {
  await sql`
    delete from ${table(owner)} where is_planned and (at_ms < ${nowMs - MAX_AGE_DAYS * 86_400_000} or (at_ms, id) <= (
      select at_ms, id from ${table(owner)} order by at_ms desc, id desc offset ${MAX_STORED} limit 1))`.execute(
    db,
  );
}

const columns = sql`
  id, at_ms as at, kind, status, incident, namespace, auid, artifact_id as artifact, user_name as "user", detail`;

type NoticeRow = { readonly [Name in keyof Required<StoredNotice>]: StoredNotice[Name] | null };

/** Omits fields that are null. */
function toNotice(row: NoticeRow): StoredNotice {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null),
  ) as unknown as StoredNotice;
}
