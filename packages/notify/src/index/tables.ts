// SQL statements that create a service's tables of notices, targets and deliveries in one of its migrations. Services
// may share a database. Released statements are never changed.
//
// Notices are an outbox: the transaction of an event also inserts its notice. An incident has a row as long as it
// lasts. A delivery contains its text, so that every attempt sends the same text. Columns:
// - is_planned: true if the deliveries of the notice have been created
// - secret: key that signs the bodies of a webhook; until old_until, the previous key also signs
// - due_at: time of the next attempt; during an attempt, time after which the attempt counts as failed
// - is_overflow: true if the delivery only counts the notices above the target's hourly limit
// - target_id: has no foreign key, so that the tables can be copied in any order
import type { NoticeOwner } from '../notices/notice.ts';

/** Returns the statements. `owner` is the owner of the service's migrations, as in `applyMigrations`. */
export const makeNoticeStatements = (owner: NoticeOwner): readonly string[] => [
  `create table ${owner}_notice (
    id uuid primary key default gen_random_uuid(),
    at_ms bigint not null,
    kind text not null,
    status text not null check (status in ('event', 'firing', 'resolved')),
    incident text,
    namespace text collate "C",
    auid text collate "C",
    artifact_id uuid,
    user_name text,
    detail json not null,
    is_planned boolean not null default false
  )`,
  `create index ${owner}_notice_in_time on ${owner}_notice (at_ms, id)`,
  // Indexes hashes, because AUIDs are long.
  `create index ${owner}_notice_of_au on ${owner}_notice (hashtextextended(auid, 0), at_ms, id) where auid is not null`,
  `create index ${owner}_notice_unplanned on ${owner}_notice (at_ms, id) where not is_planned`,
  `create table ${owner}_notice_incident (
    key text collate "C" primary key,
    kind text not null,
    detail json not null,
    opened_at timestamptz not null default now(),
    reminded_at timestamptz
  )`,
  `create table ${owner}_notice_target (
    id uuid primary key default gen_random_uuid(),
    type text not null check (type in ('mail', 'webhook')),
    address text not null,
    secret text,
    old_secret text,
    old_until timestamptz,
    kinds text[] not null,
    language text not null,
    hourly_cap integer not null,
    weekly boolean not null,
    enabled boolean not null default true,
    why_off text,
    created_by text not null,
    created_at timestamptz not null default now()
  )`,
  // Indexes hashes, because addresses may be long.
  `create unique index ${owner}_notice_target_once on ${owner}_notice_target (type, md5(address))`,
  `create table ${owner}_notice_delivery (
    id uuid primary key default gen_random_uuid(),
    target_id uuid not null,
    notices integer not null,
    subject text not null,
    body text not null,
    is_overflow boolean not null default false,
    created_at timestamptz not null default now(),
    due_at timestamptz not null default now(),
    attempts integer not null default 0,
    state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
    last_error text,
    sent_at timestamptz
  )`,
  `create index ${owner}_notice_delivery_due on ${owner}_notice_delivery (due_at) where state = 'waiting'`,
  `create index ${owner}_notice_delivery_of_target on ${owner}_notice_delivery (target_id, created_at)`,
];
