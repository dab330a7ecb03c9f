// User accounts of the node's other services, which keep them here.
import { type Kysely, sql } from 'kysely';

export const worksWith = '0004-titles';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(userAccount).execute(db);
}

// document: as its client sent it, the hash of the password included.
const userAccount = `
  create table user_account (
    user_name text collate "C" primary key,
    document jsonb not null
  )`;
