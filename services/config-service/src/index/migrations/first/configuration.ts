// Creates the configuration tables: stored files, sources with their last good copies, and the loaders' shared state.

// Content of files in chunks, so that no file is completely in memory. Content is written before a row refers to it;
// unreferenced content is removed later.
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

// One row per section. Conditional writers lock this row. Version 0 means that no file is stored. earlier_modified_ms:
// time of the previous version, which may be in the same second.
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

// One row per source of the current configuration, in loading order. content_id: last good copy; null for an optional
// source that was never loaded. kind: settings, or only titles. holds_titles: true if the title database is also loaded
// from this source. copy_used: true if the last load used the copy because the source was unusable.
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

// Properties in each source and stored section, except titles. If several rows have the same key, the one with the
// highest place has precedence. Sections have higher places than sources (domain/configuration/sections.ts).
const property = `
  create table config_property (
    key text collate "C" not null,
    place integer not null,
    value jsonb not null,
    primary key (key, place)
  )`;

// Exactly one row. reload_asked: number of load requests. reload_done: number of the last request that was carried out.
// changed_ms: start of the last load that changed something. problems: messages by step. problem_counts, notice_counts:
// totals by step; the lists of messages may be shorter.
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
