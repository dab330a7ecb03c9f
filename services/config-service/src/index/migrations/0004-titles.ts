// The title database: publishers, their titles, and the AUs of those. Every row belongs to a generation; one generation
// is served at a time, so that a new one is read in beside it and swapped in whole.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// One row. Generation 0 is the empty one that is served before anything was loaded.
// sources: what the generation being served was read from, by name; problems: what was said of them.
const stateTable = `
  create table tdb_state (
    only_row boolean primary key default true check (only_row),
    generation integer not null,
    loaded_ms bigint,
    fingerprint text collate "C",
    sources jsonb not null default '[]',
    problems jsonb not null default '[]'
  )`;

// Generations whose rows are not served: being read in, left by a load that ended early, or served before. One that is
// not listed here any more must not be swapped in: somebody else took over.
const loadTable = `
  create table tdb_load (
    generation integer primary key,
    started_ms bigint not null
  )`;

const publisherTable = `
  create table tdb_publisher (
    generation integer not null,
    publisher_no integer not null,
    name text collate "C" not null,
    primary key (generation, publisher_no)
  )`;

// title_key tells the titles of a publisher apart: the journal id where one is given, else the name.
// The publication type follows from what all AUs of the title say, which is known bit by bit.
const titleTable = `
  create table tdb_title (
    generation integer not null,
    title_no integer not null,
    publisher_no integer not null,
    title_key text collate "C" not null,
    name text collate "C" not null,
    id text collate "C" not null,
    proprietary_id text collate "C" generated always as (proprietary_ids[1]) stored,
    proprietary_ids text[] collate "C" not null,
    declared_type text collate "C",
    has_isbn boolean not null,
    publication_type text collate "C" not null generated always as (
      coalesce(declared_type, case when not has_isbn then 'journal' when issn is null then 'book' else 'bookSeries' end)
    ) stored,
    issn text collate "C",
    issnl text collate "C",
    eissn text collate "C",
    print_issn text collate "C",
    issns text[] collate "C" not null,
    primary key (generation, title_no)
  )`;

// params, attrs and props are maps of string to string; an AU that is added from this entry gets the parameters whose
// keys are not in default_only. status is the word of a .tdb text. identity is the MD5 of plugin and parameters.
const auTable = `
  create table tdb_au (
    generation integer not null,
    au_no integer not null,
    title_no integer not null,
    down boolean not null,
    identity uuid not null,
    auid text collate "C" not null,
    name text collate "C" not null,
    plugin_id text collate "C" not null,
    year text collate "C",
    status text collate "C",
    params jsonb not null,
    attrs jsonb not null,
    props jsonb not null,
    default_only text[] not null,
    primary key (generation, au_no)
  )`;

// The last good copy of what each URL of TDB_SOURCES answered, with the validators that came with it.
const downloadTable = `
  create table tdb_download (
    url text collate "C" primary key check (octet_length(url) <= 2048),
    content_id bigint not null references config_content,
    etag text,
    last_modified text,
    modified_ms bigint not null
  )`;

const indexes = [
  'create unique index tdb_publisher_name on tdb_publisher (generation, name)',
  'create unique index tdb_title_key on tdb_title (generation, publisher_no, title_key)',
  'create index tdb_title_name on tdb_title (generation, name)',
  'create index tdb_title_id on tdb_title (generation, id)',
  'create index tdb_title_issn on tdb_title (generation, issn)',
  'create index tdb_title_issnl on tdb_title (generation, issnl)',
  'create index tdb_title_eissn on tdb_title (generation, eissn)',
  'create index tdb_title_print_issn on tdb_title (generation, print_issn)',
  'create index tdb_title_issns on tdb_title using gin (issns)',
  'create unique index tdb_au_identity on tdb_au (generation, identity)',
  'create index tdb_au_auid on tdb_au (generation, auid)',
  'create index tdb_au_name on tdb_au (generation, name)',
  'create index tdb_au_plugin on tdb_au (generation, plugin_id)',
  'create index tdb_au_title on tdb_au (generation, title_no)',
];

const isServed = 'generation = (select generation from tdb_state)';
const views = [
  `create view current_tdb_publisher as select * from tdb_publisher where ${isServed}`,
  `create view current_tdb_title as select * from tdb_title where ${isServed}`,
  `create view current_tdb_au as
    select *, params - default_only as configuration from tdb_au where ${isServed}`,
];

const statements = [
  'create sequence tdb_generation as integer',
  stateTable,
  'insert into tdb_state (generation) values (0)',
  loadTable,
  publisherTable,
  titleTable,
  auTable,
  downloadTable,
  'create index tdb_download_content on tdb_download (content_id)',
  ...indexes,
  ...views,
];
