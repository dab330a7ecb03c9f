// Statements that create the tables of AUs, their state documents and their sizes. State rows do not refer to AU rows: an AU may be
// known from the title database alone.

// A B-tree entry holds at most a third of a page. The check comes before the index and names what is wrong; the name
// of each one ends in `auid_length`, by which errors.ts knows them.
const auid = (table: string) => `
    auid text collate "C" not null
      constraint ${table}_auid_length check (octet_length(auid) <= 2560)`;

// `configuration` is a map of text to text and includes the reserved keys (`reserved.…`). made_name: null when the plugin makes
// no name. name_rule: the rule that made it; null where that is not known. au_number: names the row in long listings.
const auConfiguration = `
  create table au_configuration (${auid('au_configuration')} primary key,
    plugin_id text collate "C" not null,
    configuration jsonb not null,
    inactive boolean not null
      generated always as (coalesce(configuration ->> 'reserved.disabled', '') = 'true') stored,
    created_ms bigint not null,
    updated_ms bigint not null,
    made_name text collate "C",
    name_rule text collate "C",
    au_number bigint not null generated always as identity
  )`;

// Only the members that were ever set: what was not has its default when it is read.
const auState = `
  create table au_state (${auid('au_state')} primary key,
    document jsonb not null
  )`;

// One row a peer, so that writers of different peers do not wait for each other.
const auAgreement = `
  create table au_agreement (${auid('au_agreement')},
    peer_id text collate "C" not null,
    entry jsonb not null,
    primary key (auid, peer_id)
  )`;

const documentOf = (table: string) => `
  create table ${table} (${auid(table)} primary key,
    document jsonb not null
  )`;

// Size of each AU in the repository service, as it answered when it was last asked, so that queries can compare and order by
// sizes. content_bytes counts the latest version of each URL, disk_bytes the WARC files. A row without an AU means nothing.
const auSize = `
  create table au_size (
    auid text collate "C" primary key,
    content_bytes bigint not null,
    disk_bytes bigint not null,
    measured_ms bigint not null
  )`;

// User accounts of the node's other services, which keep them here. document: as its client sent it, with the hash of the
// password.
const userAccount = `
  create table user_account (
    user_name text collate "C" primary key,
    document jsonb not null
  )`;

export const auStatements = [
  auConfiguration,
  'create index au_configuration_of_plugin on au_configuration (plugin_id)',
  // Queries compare numbers as numeric.
  'create unique index au_configuration_number on au_configuration ((au_number::numeric))',
  auState,
  auAgreement,
  documentOf('au_suspect_urls'),
  documentOf('no_au_peers'),
  auSize,
  // Finds the AUs that were measured longest ago.
  'create index au_size_by_age on au_size (measured_ms)',
  userAccount,
];
