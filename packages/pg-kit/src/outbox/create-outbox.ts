// The tables of an outbox, for a migration of the service whose changes it keeps. What it makes is part of that migration, and
// never changes once that is released: another shape is another function for another migration.
import { type Kysely, sql } from 'kysely';

/** `owner`: as for `migrate`. */
export async function createOutbox<DB>(db: Kysely<DB>, owner: string): Promise<void> {
  const statements = [changes(owner), bridge(owner), wake(owner), trigger(owner)];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// id: with the epoch of the bridge, what those who are told know the change by.
const changes = (owner: string): string => `
  create table ${owner}_change (
    id bigint generated always as identity primary key,
    at timestamptz not null default clock_timestamp(),
    change json not null
  )`;

// At most one row, of the bridge that has registered. Nothing is left for it once it was not seen for keep_for, or keep_rows
// wait to be told. acknowledged: all up to this id are told.
const bridge = (owner: string): string => `
  create table ${owner}_bridge (
    is_only boolean primary key default true check (is_only),
    epoch uuid not null default gen_random_uuid(),
    seen_at timestamptz not null default now(),
    keep_for interval not null,
    keep_rows bigint not null,
    acknowledged bigint not null
  )`;

// For each row, because a statement that leaves none must cost nothing.
const wake = (owner: string): string => `
  create function ${owner}_change_left() returns trigger language plpgsql as $$
  begin
    perform pg_notify('${owner}_change', '');
    return null;
  end $$`;

const trigger = (owner: string): string => `
  create trigger ${owner}_change_left after insert on ${owner}_change
  for each row execute function ${owner}_change_left()`;
