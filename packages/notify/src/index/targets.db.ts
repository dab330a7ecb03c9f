// Stores the targets of notifications: email addresses and webhooks.
import type { NoticeKind, NoticeLanguage } from '@holdfast/api-types';
import { type RawBuilder, sql } from 'kysely';
import type { NoticeOwner } from '../notices/notice.ts';
import type { NoticeExecutor } from './notice-database.ts';

export interface NoticeTarget {
  readonly id: string;
  readonly type: 'mail' | 'webhook';
  /** Email address or URL. */
  readonly address: string;
  readonly kinds: readonly NoticeKind[];
  readonly language: NoticeLanguage;
  readonly hourlyCap: number;
  readonly weekly: boolean;
  readonly enabled: boolean;
  /** Reason why the service disabled the target. */
  readonly whyOff: string | null;
  readonly createdBy: string;
  readonly createdMs: number;
}

export type NewTarget = Pick<
  NoticeTarget,
  'type' | 'address' | 'kinds' | 'language' | 'hourlyCap' | 'weekly' | 'createdBy'
> & { readonly secret: string | undefined };

/** Keys that sign the bodies of a webhook. */
export interface TargetSecrets {
  readonly secret: string | null;
  /** Previous key. Null if there is none or it has expired. */
  readonly oldSecret: string | null;
}

/** Maximum number of targets of a service. */
export const MAX_TARGETS = 50;

const OLD_SECRET_HOURS = 24;

const table = (owner: NoticeOwner) => sql.table(`${owner}_notice_target`);

const columns = sql`
  id, type, address, kinds, language, hourly_cap as "hourlyCap", weekly, enabled, why_off as "whyOff",
  created_by as "createdBy", (extract(epoch from created_at) * 1000)::bigint as "createdMs"`;

export async function listTargets(db: NoticeExecutor, owner: NoticeOwner): Promise<NoticeTarget[]> {
  const { rows } = await sql<NoticeTarget>`
    select ${columns} from ${table(owner)} order by created_at, id`.execute(db);
  return rows;
}

export async function findTarget(
  db: NoticeExecutor,
  owner: NoticeOwner,
  id: string,
): Promise<(NoticeTarget & TargetSecrets) | undefined> {
  const { rows } = await sql<NoticeTarget & TargetSecrets>`
    select ${columns}, ${secretColumns} from ${table(owner)} where id = ${id}::uuid`.execute(db);
  return rows[0];
}

export const secretColumns = sql`
  secret, case when old_until > now() then old_secret end as "oldSecret"`;

/** Inserts the target. Returns undefined if there are already MAX_TARGETS targets, or a target with this address. */
export async function insertTarget(
  db: NoticeExecutor,
  owner: NoticeOwner,
  target: NewTarget,
): Promise<NoticeTarget | undefined> {
  const { rows } = await sql<NoticeTarget>`
    insert into ${table(owner)} (type, address, secret, kinds, language, hourly_cap, weekly, created_by)
    select ${target.type}, ${target.address}, ${target.secret ?? null}, ${[...target.kinds]}::text[], ${target.language},
      ${target.hourlyCap}::integer, ${target.weekly}::boolean, ${target.createdBy}
    where (select count(*) from ${table(owner)}) < ${MAX_TARGETS}
    on conflict (type, md5(address)) do nothing
    returning ${columns}`.execute(db);
  return rows[0];
}

export interface TargetChange {
  readonly kinds?: readonly NoticeKind[];
  readonly language?: NoticeLanguage;
  readonly hourlyCap?: number;
  readonly weekly?: boolean;
  readonly enabled?: boolean;
  /** New signing key. The previous key also signs for another 24 hours. */
  readonly secret?: string;
  /** Reason for `enabled: false` if the service itself disables the target. */
  readonly whyOff?: string;
}

/** Changes the given fields. Returns undefined if the target does not exist. */
export async function changeTarget(
  db: NoticeExecutor,
  owner: NoticeOwner,
  id: string,
  change: TargetChange,
): Promise<NoticeTarget | undefined> {
  const { kinds, language, hourlyCap, weekly, enabled, secret, whyOff } = change;
  const sets: RawBuilder<unknown>[] = [
    sql`id = id`,
    ...(kinds === undefined ? [] : [sql`kinds = ${[...kinds]}::text[]`]),
    ...(language === undefined ? [] : [sql`language = ${language}`]),
    ...(hourlyCap === undefined ? [] : [sql`hourly_cap = ${hourlyCap}`]),
    ...(weekly === undefined ? [] : [sql`weekly = ${weekly}`]),
    ...(enabled === undefined ? [] : [sql`enabled = ${enabled}, why_off = ${whyOff ?? null}`]),
    ...(secret === undefined
      ? []
      : [
          sql`old_secret = secret, old_until = now() + ${OLD_SECRET_HOURS} * interval '1 hour', secret = ${secret}`,
        ]),
  ];
  const { rows } = await sql<NoticeTarget>`
    update ${table(owner)} set ${sql.join(sets)} where id = ${id}::uuid returning ${columns}`.execute(db);
  return rows[0];
}

/** Deletes the target and its deliveries. Returns whether the target existed. */
export async function deleteTarget(db: NoticeExecutor, owner: NoticeOwner, id: string): Promise<boolean> {
  const { rows } = await sql`
    with deleted as (delete from ${table(owner)} where id = ${id}::uuid returning id),
      unsent as (
        delete from ${sql.table(`${owner}_notice_delivery`)} where target_id in (select id from deleted))
    select id from deleted`.execute(db);
  return rows.length > 0;
}
