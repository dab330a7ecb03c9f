// Plugins as they are used, and the last good copy of everything that was fetched to find them.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

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

// What a plugin source answered when it was last asked with success: for conditional requests, and to go on with when
// it cannot be reached. `final_url` is where redirects led to.
const pluginDownload = `
  create table plugin_download (
    url text collate "C" primary key check (octet_length(url) <= 2000),
    final_url text not null,
    etag text,
    last_modified text,
    media_type text,
    body bytea not null,
    fetched_ms bigint not null
  )`;

const statements = [plugin, pluginDownload];
