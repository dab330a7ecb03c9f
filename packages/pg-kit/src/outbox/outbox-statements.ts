// SQL statements that create an outbox, for a migration of the service whose changes it records. Statements of a
// released migration are never changed: a different table layout needs a new function and a new migration.

/** Returns the statements. `owner` is the owner of the service's migrations, as in `applyMigrations`. */
export const makeOutboxStatements = (owner: string): readonly string[] => [
  buildChangeTable(owner),
  buildBridgeTable(owner),
  buildNotifyFunction(owner),
  buildNotifyTrigger(owner),
  buildIsHeardFunction(owner),
  buildLeaveFunction(owner),
];

// Table of changes. id and the epoch of the bridge together identify a change.
const buildChangeTable = (owner: string): string => `
  create table ${owner}_change (
    id bigint generated always as identity primary key,
    at timestamptz not null default clock_timestamp(),
    change json not null
  )`;

// Table with the registered bridge, if any (at most one row). Recording stops if the bridge has been absent for
// keep_for, or if keep_rows changes are unpublished. acknowledged: all changes up to this id are published.
const buildBridgeTable = (owner: string): string => `
  create table ${owner}_bridge (
    is_only boolean primary key default true check (is_only),
    epoch uuid not null default gen_random_uuid(),
    seen_at timestamptz not null default now(),
    keep_for interval not null,
    keep_rows bigint not null,
    acknowledged bigint not null
  )`;

// Trigger that notifies the bridge. It fires per row, so that a statement that inserts no change has no cost.
const buildNotifyFunction = (owner: string): string => `
  create function ${owner}_change_left() returns trigger language plpgsql as $$
  begin
    perform pg_notify('${owner}_change', '');
    return null;
  end $$`;

const buildNotifyTrigger = (owner: string): string => `
  create trigger ${owner}_change_left after insert on ${owner}_change
  for each row execute function ${owner}_change_left()`;

// Uses functions to read these tables, because PostgreSQL caches the plans of a function but plans a client's statement
// each time. A transaction that has read the bridge table holds a lock on the table until it ends. A registering bridge
// can therefore see which transactions may have missed the registration.
const buildIsHeardFunction = (owner: string): string => `
  create function ${owner}_is_heard() returns boolean language plpgsql stable as $$
  begin
    return exists (
      select from ${owner}_bridge bridge, ${owner}_change_id_seq told
      where bridge.seen_at + bridge.keep_for > now() and told.last_value - bridge.acknowledged < bridge.keep_rows
    );
  end $$`;

const buildLeaveFunction = (owner: string): string => `
  create function ${owner}_leave(changes text[]) returns void language plpgsql as $$
  begin
    if ${owner}_is_heard() then
      insert into ${owner}_change (change)
      select change::json from unnest(changes) with ordinality as given(change, number) order by number;
    end if;
  end $$`;
