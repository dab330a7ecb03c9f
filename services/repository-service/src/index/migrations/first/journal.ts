// Statements that create the state journal, which is shipped to the object store, and its epochs. Each history of the index has
// an identity, as PostgreSQL's timelines do. An index that is put back to an earlier state gives ids to journal lines a
// second time; the epoch tells a reused id from its first use.

// An outbox: one row for each index transaction, inserted under the AU's lock (so that the ids of one AU are in the order of
// its changes) and deleted once it is in the object store. No foreign key: see artifact.
const journalTable = `
  create table journal (
    id bigint generated always as identity primary key,
    au_id integer not null,
    at timestamptz not null default now(),
    entry json not null
  )`;

// epoch: when it was begun (UTC, to the millisecond), and eight random digits, so that epochs sort by age. home: the running
// server and the table that its lines are written to. after_id: its lines have higher ids. shipped_id: the highest id of a line of
// it that was moved into the object store. last_id: the highest id of all its lines; null in the epoch that is being written. The
// sequence does not tell: on a standby it is up to 32 ahead of the lines that have arrived there.
const epochs = `
  create table journal_epoch (
    epoch text collate "C" primary key,
    begun_at timestamptz not null,
    home text not null,
    after_id bigint not null,
    shipped_id bigint not null default 0,
    last_id bigint
  )`;

// checked_at: at that time the journal in the object store held no line that this index does not know.
const check = `
  create table journal_check (
    is_only boolean primary key default true check (is_only),
    checked_at timestamptz
  )`;

// Every way to put a database back changes one of these: files need a start of the server, a copy is another database, and a
// dump that is loaded makes other tables. A change that is none costs an epoch, which harms nobody.
const home = `
  create function journal_home() returns text language sql stable as $$
    select extract(epoch from pg_postmaster_start_time())::text
      || '/' || (select oid from pg_database where datname = current_database())::text
      || '/' || coalesce(pg_relation_filenode('journal'), 0)::text
  $$`;

/** Held by the transaction that begins an epoch. */
const LOCK = '4023714371397264931';

// An epoch is never older than the one before it, whatever clock the server has.
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
    insert into journal_epoch (epoch, begun_at, home, after_id)
    values (
      to_char(begun at time zone 'UTC', 'YYYYMMDDHH24MISSMS') || '-' || left(md5(random()::text || here || begun::text), 8),
      begun, here, ended
    );
  end $$`;

// Before the first row of the statement has its id: so the last id of the epoch before is exact.
const trigger = `
  create function journal_in_epoch() returns trigger language plpgsql as $$
  begin
    perform journal_begin_epoch();
    return null;
  end $$`;

const onInsert = `
  create trigger journal_in_epoch before insert on journal
  for each statement execute function journal_in_epoch()`;

export const journalStatements = [journalTable, epochs, check, home, begin, trigger, onInsert];
