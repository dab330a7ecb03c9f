// Statements that create the journal, which is shipped to the object store, and its epochs. An epoch is one history of
// the index, like a timeline of PostgreSQL. After a restore to an earlier state, the index assigns the same journal IDs
// again; the epoch tells them apart.

/** SQLSTATE of the notices through which a session receives the journal lines that it writes. */
export const JOURNAL_LINE_SQLSTATE = 'HF001';

// Outbox with one row per index transaction. Rows are inserted under the AU's lock, so that the IDs of an AU are in the
// order of its changes. They are deleted after shipping. No foreign keys, for the same reason as in artifact.
const journalTable = `
  create table journal (
    id bigint generated always as identity primary key,
    au_id integer not null,
    at timestamptz not null default now(),
    entry json not null
  )`;

// epoch: start time (UTC, in milliseconds) and eight random digits; sorts by age. home: the running server and the
// journal table. after_id: exclusive lower bound of the epoch's IDs. shipped_id: highest shipped ID. last_id: highest
// ID; null in the current epoch. replayed_id: highest ID that was replayed after a failover. system, timeline: identify
// the server's cluster and timeline, to detect a failover. last_id is a column because on a standby the sequence is up
// to 32 ahead of the replicated lines.
const epochs = `
  create table journal_epoch (
    epoch text collate "C" primary key,
    begun_at timestamptz not null,
    home text not null,
    after_id bigint not null,
    shipped_id bigint not null default 0,
    replayed_id bigint not null default 0,
    last_id bigint,
    system text,
    timeline integer not null default 0
  )`;

// checked_at: last time when the index contained all journal lines in the object store.
const check = `
  create table journal_check (
    is_only boolean primary key default true check (is_only),
    checked_at timestamptz
  )`;

// Identifies the server start, the database and the journal table. Every kind of restore changes at least one of these:
// restored files need a server start, a copy is another database, and a loaded dump has new tables. A false alarm only
// starts another epoch, which is harmless.
const home = `
  create function journal_home() returns text language sql stable as $$
    select extract(epoch from pg_postmaster_start_time())::text
      || '/' || (select oid from pg_database where datname = current_database())::text
      || '/' || coalesce(pg_relation_filenode('journal'), 0)::text
  $$`;

// Returns the cluster's identifier and the timeline, which some hosting services do not let users read.
const server = `
  create function journal_server(out system text, out timeline integer) language plpgsql stable as $$
  begin
    if has_function_privilege('pg_control_system()', 'execute') then
      system := (select system_identifier::text from pg_control_system());
    end if;
    timeline := 0;
    if not pg_is_in_recovery() and has_function_privilege('pg_walfile_name(pg_lsn)', 'execute') then
      timeline := ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer;
    end if;
  end $$`;

/** Advisory lock for starting an epoch. */
const LOCK = '4023714371397264931';

// Starts an epoch if necessary. A new epoch sorts after the previous one even if the server's clock is wrong.
const begin = `
  create function journal_begin_epoch() returns void language plpgsql as $$
  declare
    here text := journal_home();
    latest journal_epoch;
    ended bigint;
    begun timestamptz;
  begin
    select * into latest from journal_epoch order by epoch desc limit 1;
    if latest.home = here then
      return;
    end if;
    perform pg_advisory_xact_lock(${LOCK});
    select * into latest from journal_epoch order by epoch desc limit 1;
    if latest.home = here then
      return;
    end if;
    ended := coalesce(pg_sequence_last_value(pg_get_serial_sequence('journal', 'id')::regclass), 0);
    begun := date_trunc('milliseconds',
      greatest(clock_timestamp(), coalesce(latest.begun_at, '-infinity') + interval '1 millisecond'));
    update journal_epoch
    set last_id = greatest(shipped_id, after_id, (select max(id) from journal where id > after_id))
    where last_id is null;
    insert into journal_epoch (epoch, begun_at, home, after_id, system, timeline)
    select
      to_char(begun at time zone 'UTC', 'YYYYMMDDHH24MISSMS') || '-' || left(md5(random()::text || here || begun::text), 8),
      begun, here, ended, server.system, server.timeline
    from journal_server() server;
  end $$`;

// Runs before the statement's first row gets its ID, so that the last ID of the previous epoch is exact.
const trigger = `
  create function journal_in_epoch() returns trigger language plpgsql as $$
  begin
    perform journal_begin_epoch();
    return null;
  end $$`;

const onInsert = `
  create trigger journal_in_epoch before insert on journal
  for each statement execute function journal_in_epoch()`;

// Sends each new line as a notice to the session that writes it. The process holds the lines of committed transactions
// in memory until they are shipped. Lines that a failover loses can then be restored.
const raise = `
  create function journal_raise() returns trigger language plpgsql as $$
  declare
    line record;
  begin
    for line in
      select added.id, added.at, added.entry, namespace.name as namespace, au.auid,
        (select epoch from journal_epoch where after_id < added.id order by epoch desc limit 1) as epoch
      from added join au on au.id = added.au_id join namespace on namespace.id = au.namespace_id
      order by added.id
    loop
      raise notice using errcode = '${JOURNAL_LINE_SQLSTATE}', message = json_build_array(
        json_build_object('id', line.id, 'epoch', line.epoch, 'at', line.at, 'namespace', line.namespace, 'auid', line.auid),
        line.entry);
    end loop;
    return null;
  end $$`;

const onInserted = `
  create trigger journal_raise after insert on journal referencing new table as added
  for each statement execute function journal_raise()`;

export const journalStatements = [
  journalTable,
  epochs,
  check,
  home,
  server,
  begin,
  trigger,
  onInsert,
  raise,
  onInserted,
];
