// AUs and their state documents. State rows do not refer to AU rows: an AU may be known from the title database alone.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// A B-tree entry holds at most a third of a page. The check comes before the index and names what is wrong; the name
// of each one ends in `auid_length`, by which errors.ts knows them.
const auid = (table: string) => `
    auid text collate "C" not null
      constraint ${table}_auid_length check (octet_length(auid) <= 2560)`;

// `configuration` is a map of text to text, with what is reserved (`reserved.…`) in it.
const auConfiguration = `
  create table au_configuration (${auid('au_configuration')} primary key,
    plugin_id text collate "C" not null,
    configuration jsonb not null,
    inactive boolean not null
      generated always as (coalesce(configuration ->> 'reserved.disabled', '') = 'true') stored,
    created_ms bigint not null,
    updated_ms bigint not null
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

const statements = [
  auConfiguration,
  // Which AUs a plugin has.
  'create index au_configuration_of_plugin on au_configuration (plugin_id)',
  auState,
  auAgreement,
  documentOf('au_suspect_urls'),
  documentOf('no_au_peers'),
];
