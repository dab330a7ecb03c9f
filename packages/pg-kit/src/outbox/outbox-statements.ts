// SQL statements that create an outbox, for a migration of the service whose changes it records. The statements of a
// released migration never change. A different table layout needs a new function and a new migration.

/** Returns the statements. `owner` is the owner of the service's migrations, as in `migrate`. */
export const makeOutboxStatements = (owner: string): readonly string[] => [
  changes(owner),
  bridge(owner),
  wake(owner),
  trigger(owner),
  isHeard(owner),
  leave(owner),
];

// id: identifies the change, together with the epoch of the bridge.
const changes = (owner: string): string => `
  create table ${owner}_change (
    id bigint generated always as identity primary key,
    at timestamptz not null default clock_timestamp(),
    change json not null
  )`;

// Contains the registered bridge, if any (at most one row). Recording stops if the bridge has been absent for keep_for,
// or if keep_rows changes are unpublished. acknowledged: all changes up to this id are published.
const bridge = (owner: string): string => `
  create table ${owner}_bridge (
    is_only boolean primary key default true check (is_only),
    epoch uuid not null default gen_random_uuid(),
    seen_at timestamptz not null default now(),
    keep_for interval not null,
    keep_rows bigint not null,
    acknowledged bigint not null
  )`;

// Fires per row, so that a statement that inserts no change has no cost.
const wake = (owner: string): string => `
  create function ${owner}_change_left() returns trigger language plpgsql as $$
  begin
    perform pg_notify('${owner}_change', '');
    return null;
  end $$`;

const trigger = (owner: string): string => `
  create trigger ${owner}_change_left after insert on ${owner}_change
  for each row execute function ${owner}_change_left()`;

// Functions read these tables: PostgreSQL caches the plans of a function, but would plan a client's statement each
// time. A transaction that has read the bridge table holds a lock on it until its end. A bridge that registers can
// therefore see which transactions have not noticed it.
const isHeard = (owner: string): string => `
  create function ${owner}_is_heard() returns boolean language plpgsql stable as $$
  begin
    return exists (
      select from ${owner}_bridge bridge, ${owner}_change_id_seq told
      where bridge.seen_at + bridge.keep_for > now() and told.last_value - bridge.acknowledged < bridge.keep_rows
    );
  end $$`;

const leave = (owner: string): string => `
  create function ${owner}_leave(changes text[]) returns void language plpgsql as $$
  begin
    if ${owner}_is_heard() then
      insert into ${owner}_change (change)
      select change::json from unnest(changes) with ordinality as given(change, number) order by number;
    end if;
  end $$`;
