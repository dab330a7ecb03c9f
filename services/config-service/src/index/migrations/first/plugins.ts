// Statements that create the tables of plugins, plugin registries and the last good copies of their downloads.

// One row for each plugin in use: of the highest version that could be read, with what its parents define.
// `definition` is for people and queries: text for every key, lists and maps as JSON text. `rules` is for the service:
// the same with its types. `parameters` is an array, in the order in which the plugin declares them, then those that
// every plugin has. `registry` and `url` belong to plugins that came from a URL.
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

// Last successful answer of each plugin source, for conditional requests and for loads while the source cannot be reached. `final_url` is where redirects led to. head: {sha256, fields: [[name, value], …]}, the fields of the
// answer that the body with this digest came with.
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

// Which files a registry holds, and which of them the repository service has: so that missing ones are known without asking it,
// also by another replica and after a restart. registry: as the configuration names it, for AUIDs are made of that. The page itself
// has the URL that was asked for. A file that is no page and no JAR, or stands alone, is not stored. usable: whether it was
// read, new or as a copy; problem: why not, or why not anew; store_problem, with the page: why not everything of the registry
// is stored.
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
