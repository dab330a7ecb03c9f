// Statements that create the tables of configuration: files that clients store, last good copies of the sources, the sources that
// were loaded, and the messages between the loaders of all replicas.

// Bytes of files, in pieces, so that none is ever whole in memory. Written before anything refers to them; what nothing
// refers to is removed after a while.
const content = `
  create table config_content (
    content_id bigint generated always as identity primary key,
    sha256 text collate "C" not null,
    size_bytes bigint not null,
    created_ms bigint not null
  )`;
const contentPiece = `
  create table config_content_piece (
    content_id bigint not null references config_content on delete cascade,
    piece_no integer not null,
    bytes bytea not null,
    primary key (content_id, piece_no)
  )`;

// One row a section; version 0: there is no such file. Conditional writers wait for each other on this row.
// earlier_modified_ms: of the version before, which may have been made in the same second.
const file = `
  create table config_file (
    section text collate "C" primary key,
    version integer not null default 0,
    content_id bigint references config_content,
    format text collate "C",
    modified_ms bigint not null default 0,
    earlier_modified_ms bigint not null default 0,
    check ((version = 0) = (content_id is null))
  )`;
// Every version there ever was, whole.
const fileVersion = `
  create table config_file_version (
    section text collate "C" not null references config_file,
    version integer not null,
    content_id bigint not null references config_content,
    format text collate "C" not null,
    modified_ms bigint not null,
    user_name text not null,
    primary key (section, version)
  )`;

// One row for each source that the present configuration comes from or names, in the order in which they were loaded.
// content: its last good copy, with the validators that the origin gave; null for an optional one that could never be
// loaded. kind: settings, or titles alone. holds_titles: to be read for the title database, too.
// copy_used: the last load took the copy, since the origin could not be used.
const source = `
  create table config_source (
    url text collate "C" primary key check (octet_length(url) <= 2048),
    place integer not null unique,
    kind text collate "C" not null check (kind in ('configuration', 'titles')),
    required boolean not null,
    content_id bigint references config_content,
    format text collate "C" not null,
    holds_titles boolean not null,
    etag text,
    last_modified text,
    modified_ms bigint not null,
    copy_used boolean not null
  )`;

// What each source and each stored section sets, without titles. The highest place of a key counts: sources have their
// place, sections come after them (domain/configuration/sections.ts).
const property = `
  create table config_property (
    key text collate "C" not null,
    place integer not null,
    value jsonb not null,
    primary key (key, place)
  )`;

// One row. reload_asked counts requests to load; reload_done: up to which of them a load has begun afterwards and ended.
// changed_ms: the start of the last load that changed something. problems: of each step, in plain sentences.
// problem_counts, notice_counts: by step; the lists may hold fewer problems than these.
const load = `
  create table config_load (
    only_row boolean primary key default true check (only_row),
    startup_status text collate "C" not null default 'NONE',
    started_ms bigint,
    ended_ms bigint,
    changed_ms bigint,
    fingerprint text collate "C",
    loaded_urls jsonb not null default '[]',
    problems jsonb not null default '{}',
    reload_asked bigint not null default 0,
    reload_done bigint not null default 0,
    problem_counts jsonb not null default '{}',
    notice_counts jsonb not null default '{}'
  )`;

export const configurationStatements = [
  content,
  contentPiece,
  file,
  fileVersion,
  source,
  property,
  load,
  'create index config_file_version_content on config_file_version (content_id)',
  'create index config_file_content on config_file (content_id)',
  'create index config_source_content on config_source (content_id)',
  'create index config_property_place on config_property (place)',
  'insert into config_load default values',
];
