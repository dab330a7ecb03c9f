// Creates the tables of AUs, state documents and sizes. State rows do not reference AU rows, because an AU in the title
// database may have a state without being configured.

// Limits AUIDs to less than the maximum of a B-tree index (a third of a page), so that the error message is clearer.
// errors.ts recognizes the constraint by the suffix `auid_length`.
const auid = (table: string) => `
    auid text collate "C" not null
      constraint ${table}_auid_length check (octet_length(auid) <= 2560)`;

// configuration: map of strings, including reserved keys (`reserved.…`). made_name: generated name; null if none can be
// generated. name_rule: digest of the rule that generated the name; null if unknown. au_number: surrogate key for
// pagination.
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

// document: only the fields that a client has set. Defaults are added on reading.
const auState = `
  create table au_state (${auid('au_state')} primary key,
    document jsonb not null
  )`;

// One row per peer, so that writers of different peers do not block each other.
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

// Last measured size of each AU in the repository service. Stored so that queries can filter and sort by size.
// content_bytes: size of the latest version of each URL. disk_bytes: size of the WARC files. Rows of AUs that are not
// configured are ignored.
const auSize = `
  create table au_size (
    auid text collate "C" primary key,
    content_bytes bigint not null,
    disk_bytes bigint not null,
    measured_ms bigint not null
  )`;

// User accounts of the node's other services. document: the account as sent by the client, including the password hash.
const userAccount = `
  create table user_account (
    user_name text collate "C" primary key,
    document jsonb not null
  )`;

export const auStatements = [
  auConfiguration,
  'create index au_configuration_of_plugin on au_configuration (plugin_id)',
  // Indexes the cast value, because the query compiler casts every number to numeric.
  'create unique index au_configuration_number on au_configuration ((au_number::numeric))',
  auState,
  auAgreement,
  documentOf('au_suspect_urls'),
  documentOf('no_au_peers'),
  auSize,
  // Index for finding the AUs with the oldest measurements.
  'create index au_size_by_age on au_size (measured_ms)',
  userAccount,
];
