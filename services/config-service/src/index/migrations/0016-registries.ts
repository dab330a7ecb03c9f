// What registries of plugins hold, and which of it the repository service has: so that what is missing there is known
// without asking it, also by another replica and after a restart.
import { type Kysely, sql } from 'kysely';

export const worksWith = '0007-title-files';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// head: {sha256, fields: [[name, value], …]}, the fields of the answer that the body with this digest came with. The
// release before writes bodies without them.
const download = `
  alter table plugin_download
    add column sha256 text generated always as (encode(sha256(body), 'hex')) stored,
    add column head jsonb`;

// registry: as the configuration names it, for AUIDs are made of that. The page itself has the URL that was asked for. A
// file that is no page and no JAR, or stands alone, is not stored. usable: whether it was read, new or as a copy; problem:
// why not, or why not anew; store_problem, with the page: why not everything of the registry is stored.
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

const statements = [download, registryFile];
