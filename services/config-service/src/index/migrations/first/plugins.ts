// Creates the tables of plugins, plugin registries and the last good copies of their files.

// One row per plugin: its highest usable version, with inherited entries. definition: all values as text (lists and
// maps as JSON), for users and queries. rules: the same values with types, for the service. parameters: declared
// parameters in order, then the common parameters of all plugins. registry, url: only for plugins from a URL.
const plugin = `
  create table plugin (
    plugin_id text collate "C" primary key,
    name text collate "C" not null,
    version text collate "C" not null,
    type text collate "C" not null check (type in ('Loadable', 'Internal', 'Builtin')),
    registry text collate "C",
    url text collate "C",
    publishing_platform text collate "C",
    definition jsonb not null,
    rules jsonb not null,
    parameters jsonb not null
  )`;

// Last successful response of each plugin source, for conditional requests and for use when the source cannot be
// reached. final_url: URL after redirects. head: {sha256, fields: [[name, value], …]}, the header fields; valid only
// for the body with this digest.
const pluginDownload = `
  create table plugin_download (
    url text collate "C" primary key check (octet_length(url) <= 2000),
    final_url text not null,
    etag text,
    last_modified text,
    media_type text,
    body bytea not null,
    fetched_ms bigint not null,
    sha256 text generated always as (encode(sha256(body), 'hex')) stored,
    head jsonb
  )`;

// Files of each plugin registry. Lets any replica determine, without a request, which files the repository service
// lacks. registry: URL in the configuration, which determines the AUID. Files of the kind `other` are not stored.
// usable: true if the file or its copy was read. problem: why the file, or its new version, is unusable. store_problem
// (registry page only): why files of the registry are not stored.
const registryFile = `
  create table registry_file (
    registry text collate "C" not null,
    url text collate "C" not null,
    place integer not null,
    kind text not null check (kind in ('page', 'jar', 'other')),
    usable boolean not null,
    signed_by text,
    problem text,
    stored_sha256 text,
    stored_uuid text,
    stored_version integer,
    stored_ms bigint,
    store_problem text,
    primary key (registry, url)
  )`;

export const pluginStatements = [plugin, pluginDownload, registryFile];
