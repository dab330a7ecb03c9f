// Stores deliveries: messages to targets, and the results of the attempts to send them.
import { sql } from 'kysely';
import type { NoticeOwner } from '../notices/notice.ts';
import type { NoticeExecutor } from './notice-database.ts';
import { type NoticeTarget, secretColumns, type TargetSecrets } from './targets.db.ts';

export interface NewDelivery {
  readonly target: string;
  /** Number of notices in the message. */
  readonly notices: number;
  readonly subject: string;
  /** Text of a mail, or JSON for a webhook. */
  readonly body: string;
}

/** Delivery that this process must send now. */
export interface ClaimedDelivery extends TargetSecrets, Pick<NoticeTarget, 'type' | 'address'> {
  readonly id: string;
  readonly target: string;
  readonly subject: string;
  readonly body: string;
  readonly createdMs: number;
  /** Number of attempts, including this one. */
  readonly attempts: number;
}

export interface ListedDelivery extends Pick<NoticeTarget, 'type' | 'address'> {
  readonly id: string;
  readonly target: string;
  readonly notices: number;
  readonly subject: string;
  readonly state: 'waiting' | 'sent' | 'failed';
  readonly attempts: number;
  readonly createdMs: number;
  readonly dueMs: number;
  readonly sentMs: number | null;
  readonly lastError: string | null;
}

const RETENTION_DAYS = 30;
/** Time after which an attempt without a result is repeated. It is longer than the timeouts of an attempt. */
const LEASE_SECONDS = 120;

const table = (owner: NoticeOwner) => sql.table(`${owner}_notice_delivery`);
const targets = (owner: NoticeOwner) => sql.table(`${owner}_notice_target`);

export async function insertDeliveries(
  tx: NoticeExecutor,
  owner: NoticeOwner,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`
    insert into ${table(owner)} (target_id, notices, subject, body)
    select target, notices, subject, body from json_to_recordset(${JSON.stringify(deliveries)}::json)
      as new (target uuid, notices integer, subject text, body text)`.execute(tx);
}

/** Returns the number of deliveries to each target in the last hour, without overflow deliveries. */
export async function countRecentDeliveries(
  tx: NoticeExecutor,
  owner: NoticeOwner,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ target: string; total: number }>`
    select target_id as target, count(*) as total from ${table(owner)}
    where created_at > now() - interval '1 hour' and not is_overflow group by target_id`.execute(tx);
  return new Map(rows.map(({ target, total }) => [target, total]));
}

/** Returns the target's overflow delivery that is not due yet, with its number of notices. */
export async function findOpenOverflow(
  tx: NoticeExecutor,
  owner: NoticeOwner,
  target: string,
): Promise<{ id: string; notices: number } | undefined> {
  const { rows } = await sql<{ id: string; notices: number }>`
    select id, notices from ${table(owner)}
    where target_id = ${target}::uuid and is_overflow and state = 'waiting' and attempts = 0 and due_at > now()
    for update`.execute(tx);
  return rows[0];
}

/** Inserts an overflow delivery that is due in an hour, or replaces the text of one that is not due yet. */
export async function saveOverflow(
  tx: NoticeExecutor,
  owner: NoticeOwner,
  { target, notices, subject, body }: NewDelivery,
  open: string | undefined,
): Promise<void> {
  if (open === undefined)
    await sql`
      insert into ${table(owner)} (target_id, notices, subject, body, is_overflow, due_at)
      values (${target}::uuid, ${notices}, ${subject}, ${body}, true, now() + interval '1 hour')`.execute(tx);
  else
    await sql`
      update ${table(owner)} set notices = ${notices}, subject = ${subject}, body = ${body}
      where id = ${open}::uuid`.execute(tx);
}

/** Claims deliveries that are due. Until the lease expires, no other process can claim them. */
export async function claimDeliveries(
  db: NoticeExecutor,
  owner: NoticeOwner,
  limit: number,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with claimed as (
      update ${table(owner)} set due_at = now() + ${LEASE_SECONDS} * interval '1 second', attempts = attempts + 1
      where id in (
        select delivery.id from ${table(owner)} delivery join ${targets(owner)} target on target.id = target_id
        where state = 'waiting' and due_at <= now() and enabled
        order by due_at limit ${limit} for update of delivery skip locked)
      returning id, target_id, subject, body, attempts, created_at)
    select claimed.id, target_id as target, subject, body, attempts, type, address, ${secretColumns},
      (extract(epoch from claimed.created_at) * 1000)::bigint as "createdMs"
    from claimed join ${targets(owner)} target on target.id = target_id`.execute(db);
  return rows;
}

export async function markDeliverySent(db: NoticeExecutor, owner: NoticeOwner, id: string): Promise<void> {
  await sql`
    update ${table(owner)} set state = 'sent', sent_at = now(), last_error = null
    where id = ${id}::uuid`.execute(db);
}

/** Records a failed attempt. `againMs` is the time until the next attempt, or undefined after the last attempt. */
export async function markDeliveryFailed(
  db: NoticeExecutor,
  owner: NoticeOwner,
  id: string,
  { error, againMs }: { readonly error: string; readonly againMs: number | undefined },
): Promise<void> {
  await sql`
    update ${table(owner)} set last_error = ${error}, state = ${againMs === undefined ? 'failed' : 'waiting'},
      due_at = now() + ${againMs ?? 0} * interval '1 millisecond'
    where id = ${id}::uuid`.execute(db);
}

/** Position of a delivery in chronological order. */
export interface DeliveryPosition {
  readonly createdMs: number;
  readonly id: string;
}

/** Returns deliveries, newest first. With `before`, returns only deliveries that are older than this position. */
export async function listDeliveries(
  db: NoticeExecutor,
  owner: NoticeOwner,
  { state }: { readonly state: string | undefined },
  { before, limit }: { readonly before: DeliveryPosition | undefined; readonly limit: number },
): Promise<ListedDelivery[]> {
  const { rows } = await sql<ListedDelivery>`
    select ${listed} from ${table(owner)} delivery join ${targets(owner)} target on target.id = target_id
    where ${state === undefined ? sql`true` : sql`state = ${state}`} and ${
      before === undefined
        ? sql`true`
        : sql`(${createdMs}, delivery.id) < (${before.createdMs}, ${before.id}::uuid)`
    }
    order by ${createdMs} desc, delivery.id desc limit ${limit}`.execute(db);
  return rows;
}

const createdMs = sql`(extract(epoch from delivery.created_at) * 1000)::bigint`;
const listed = sql`
  delivery.id, target_id as target, type, address, notices, subject, state, attempts, last_error as "lastError",
  ${createdMs} as "createdMs", (extract(epoch from due_at) * 1000)::bigint as "dueMs",
  (extract(epoch from sent_at) * 1000)::bigint as "sentMs"`;

/**
 * Makes a failed or waiting delivery due now, and resets its number of attempts. Returns undefined if the delivery does
 * not exist.
 */
export async function makeDeliveryDue(
  db: NoticeExecutor,
  owner: NoticeOwner,
  id: string,
): Promise<ListedDelivery | undefined> {
  const { rows } = await sql<ListedDelivery>`
    with changed as (
      update ${table(owner)} set state = 'waiting', attempts = 0, due_at = now(), sent_at = null
      where id = ${id}::uuid returning *)
    select ${listed} from changed delivery join ${targets(owner)} target on target.id = target_id`.execute(
    db,
  );
  return rows[0];
}

/**
 * Deletes deliveries that are older than 30 days, and deliveries without a target. A delivery waits so long only while
 * its target is disabled.
 */
export async function deleteOldDeliveries(db: NoticeExecutor, owner: NoticeOwner): Promise<void> {
  await sql`
    delete from ${table(owner)}
    where created_at < now() - ${RETENTION_DAYS} * interval '1 day'
      or not exists (select from ${targets(owner)} target where target.id = target_id)`.execute(db);
}
