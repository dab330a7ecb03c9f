// Statements that create the tables of the search for part of a URL. The tables are unlogged: imports write no WAL for
// them, backups and rebuilds omit them, and PostgreSQL empties all of them together after a crash. The job that fills
// them then starts again. The job also creates the trigram index, because the extension pg_trgm may be missing.

// Distinct URLs of a namespace. url_hash: MD5 of the whole URL. url: first 2,000 characters.
const urlTable = `
  create unlogged table url_search (
    namespace_id integer not null,
    url_hash uuid not null,
    url text collate "C" not null,
    primary key (namespace_id, url_hash)
  )`;

// Segments whose URLs are not in url_search yet.
const queueTable = `
  create unlogged table url_search_queue (
    segment_id bigint primary key,
    queued_at timestamptz not null default now()
  )`;

// One row while the search is on, otherwise none. mode: URLs that are stored (URL_SEARCH). filled_at: time when the
// URLs of all segments up to seeded_at were stored. failure: why the search is unavailable. walked_*: last URL of the
// current walk, which deletes URLs without artifacts; namespace 0 between two walks. walk_ended_at: end of the last
// walk.
const stateTable = `
  create unlogged table url_search_state (
    is_only boolean primary key default true check (is_only),
    mode text not null,
    seeded_at timestamptz not null default now(),
    filled_at timestamptz,
    failure text,
    walked_namespace integer not null default 0,
    walked_hash uuid not null default '00000000-0000-0000-0000-000000000000',
    walk_ended_at timestamptz
  )`;

// The transaction that inserts a segment also queues it. A job that follows the IDs of segments would miss segments
// whose transactions commit out of order.
const enqueue = `
  create function url_search_enqueue() returns trigger language plpgsql as $$
  begin
    insert into url_search_queue (segment_id)
    select id from added where exists (select from url_search_state where failure is null)
    on conflict do nothing;
    return null;
  end $$`;

const trigger = `
  create trigger url_search_enqueue after insert on segment referencing new table as added
  for each statement execute function url_search_enqueue()`;

export const searchStatements = [urlTable, queueTable, stateTable, enqueue, trigger];
