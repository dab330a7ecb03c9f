// A number for each AU that is configured, by which long listings name their rows; and a short way to the entries of the
// title database that do not count.
import { type Kysely, sql } from 'kysely';

export const worksWith = '0007-title-files';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table au_configuration add column au_number bigint not null generated always as identity',
  // Queries compare numbers as numeric.
  'create unique index au_configuration_number on au_configuration ((au_number::numeric))',
  'create index tdb_au_shadowed on tdb_au (file_no, au_no) where shadowed',
];
