// Creates the tables of the configuration journal, which is shipped to the object store. Triggers write the keys of
// changed rows to an outbox, in the transactions that change the rows. Other tables contain the state of shipping.

// Outbox rows need neither an order nor an ID, because the outbox and the changed rows are read in one snapshot.
const outbox = `
  create table configuration_journal (
    at timestamptz not null default clock_timestamp(),
    table_name text not null,
    key json not null
  )`;

// Exactly one row. active_place: identifies the database whose triggers write the outbox; null without an object store.
// active_since: ID of a transaction that began after the triggers became active; null until the leader has set it.
// leader: process that ships the journal; each new holder of the lock has a new value. sequence: last reserved sequence
// number. snapshot_…: last complete snapshot in the store, with the totals of configuration_journal_shipped when the
// snapshot began.
const state = `
  create table configuration_journal_state (
    only_row boolean primary key default true check (only_row),
    active_place text,
    active_since xid8,
    leader uuid,
    sequence bigint not null default 0,
    snapshot_epoch text collate "C",
    snapshot_sequence bigint,
    snapshot_bytes bigint,
    snapshot_key_id text,
    snapshot_at timestamptz,
    snapshot_total_bytes bigint,
    snapshot_total_objects bigint
  )`;

// Exactly one row. It is separate from configuration_journal_state, because the transaction that empties the outbox
// updates this row. sequence: sequence number of the last complete object with changes. bytes, objects: totals of all
// such objects since the first start.
const shipped = `
  create table configuration_journal_shipped (
    only_row boolean primary key default true check (only_row),
    sequence bigint not null default 0,
    bytes bigint not null default 0,
    objects bigint not null default 0
  )`;

// Epochs of this database. A database that was restored to an earlier state begins a new epoch, because it would
// otherwise reserve the same sequence numbers again. home: identifies the running server and the outbox. last_sequence:
// null in the current epoch.
const epoch = `
  create table configuration_journal_epoch (
    epoch text collate "C" primary key,
    home text not null,
    last_sequence bigint
  )`;

// Identifies the running server and the outbox. Every way of restoring a database changes this value (see journal_home
// of the repository service).
const home = `
  create function configuration_journal_home() returns text language sql stable as $$
    select extract(epoch from pg_postmaster_start_time())::text
      || '/' || (select oid from pg_database where datname = current_database())::text
      || '/' || coalesce(pg_relation_filenode('configuration_journal'), 0)::text
  $$`;

// Identifies the database. A copy or a restored dump has a different value, so the triggers do nothing there until a
// service starts.
const place = `
  create function configuration_journal_place() returns text language sql stable as $$
    select (select oid from pg_database where datname = current_database())::text
      || '/' || 'configuration_journal'::regclass::oid::text
  $$`;

const isActive = `
  create function configuration_journal_is_active() returns boolean language sql stable as $$
    select exists (
      select from configuration_journal_state where active_place = configuration_journal_place()
    )
  $$`;

// Deactivates the triggers after TRUNCATE, because the removed keys are not known. A new snapshot is then taken.
const onTruncate = `
  create function configuration_journal_truncated() returns trigger language plpgsql as $$
  begin
    update configuration_journal_state set active_place = null;
    return null;
  end $$`;

// Creates the triggers of one table. They record the old and the new key, because updates may change primary keys.
const watch = `
  create function configuration_journal_watch(watched text) returns void language plpgsql as $$
  declare
    keys text[] := array(
      select attname::text
      from pg_index cross join lateral unnest(indkey) with ordinality as part(number, place)
      join pg_attribute on attrelid = indrelid and attnum = number
      where indrelid = watched::regclass and indisprimary
      order by place);
    list text := (select string_agg(quote_ident(name), ', ') from unnest(keys) as name);
    pairs text := (select string_agg(format('%L, %I', name, name), ', ') from unnest(keys) as name);
    function_name text := 'configuration_journal_of_' || watched;
    transition record;
  begin
    execute format($body$
      create function %1$I() returns trigger language plpgsql as $code$
      begin
        if not configuration_journal_is_active() then
          return null;
        elsif tg_op = 'INSERT' then
          insert into configuration_journal (table_name, key) select %2$L, json_build_object(%4$s) from new_rows;
        elsif tg_op = 'DELETE' then
          insert into configuration_journal (table_name, key) select %2$L, json_build_object(%4$s) from old_rows;
        else
          insert into configuration_journal (table_name, key)
          select %2$L, json_build_object(%4$s)
          from (select %3$s from new_rows union select %3$s from old_rows) changed;
        end if;
        return null;
      end $code$
    $body$, function_name, watched, list, pairs);
    for transition in
      select * from (values
        ('insert', 'new table as new_rows'),
        ('update', 'old table as old_rows new table as new_rows'),
        ('delete', 'old table as old_rows')) as transitions(operation, tables)
    loop
      execute format(
        'create trigger %I after %s on %I referencing %s for each statement execute function %I()',
        'configuration_journal_' || transition.operation, transition.operation, watched, transition.tables, function_name);
    end loop;
    execute format(
      'create trigger configuration_journal_truncate after truncate on %I for each statement execute function configuration_journal_truncated()',
      watched);
  end $$`;

// Journaled tables of this migration. Later migrations that create a table must also create its triggers.
// index/journal/tables.ts lists all tables.
const watched = [
  'au_configuration',
  'au_state',
  'au_agreement',
  'au_suspect_urls',
  'no_au_peers',
  'user_account',
  'config_content',
  'config_content_piece',
  'config_file',
  'config_file_version',
  'config_source',
  'plugin_download',
  'registry_file',
  'tdb_download',
];

/** Must run after the journaled tables have been created. */
export const journalStatements = [
  outbox,
  state,
  'insert into configuration_journal_state default values',
  shipped,
  'insert into configuration_journal_shipped default values',
  epoch,
  home,
  place,
  isActive,
  onTruncate,
  watch,
  ...watched.map((table) => `select configuration_journal_watch('${table}')`),
];
