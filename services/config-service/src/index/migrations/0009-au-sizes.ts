// How much there is of each AU in the repository service, as it said when it was last asked: so that queries can compare
// and order by sizes.
import { type Kysely, sql } from 'kysely';

export const worksWith = '0007-title-files';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// content_bytes counts the latest version of each URL, disk_bytes the WARC files. The release before removes AUs without
// their sizes: a row without an AU means nothing.
const sizes = `
  create table au_size (
    auid text collate "C" primary key,
    content_bytes bigint not null,
    disk_bytes bigint not null,
    measured_ms bigint not null
  )`;

// Which were measured longest ago.
const statements = [sizes, 'create index au_size_by_age on au_size (measured_ms)'];
