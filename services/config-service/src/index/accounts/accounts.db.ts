// Table of user accounts. Each write is a single statement, so that no concurrent write is lost.
import { sql } from 'kysely';
import type { JsonObject } from '../../domain/aus/documents.ts';
import type { Db } from '../schema/schema.ts';

/** Returns names in byte order. */
export async function selectAccountNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select user_name as name from user_account order by user_name`.execute(db);
  return rows.map(({ name }) => name);
}

export async function selectAccount(db: Db, name: string): Promise<JsonObject | undefined> {
  const { rows } = await sql<{ document: JsonObject }>`
    select document from user_account where user_name = ${name}`.execute(db);
  return rows[0]?.document;
}

/** Inserts accounts, without changing existing ones. Returns the names of the inserted accounts. */
export async function insertAccounts(
  db: Db,
  accounts: ReadonlyMap<string, JsonObject>,
): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    insert into user_account (user_name, document)
    select name, document::jsonb
    from unnest(
      ${[...accounts.keys()]}::text[],
      ${[...accounts.values()].map((document) => JSON.stringify(document))}::text[]
    ) as new (name, document)
    order by name collate "C"
    on conflict (user_name) do nothing
    returning user_name as name`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Changes only the given fields. Returns the whole account, or undefined if the account does not exist. */
export async function mergeAccount(
  db: Db,
  name: string,
  members: JsonObject,
): Promise<JsonObject | undefined> {
  const { rows } = await sql<{ document: JsonObject }>`
    update user_account set document = document || ${JSON.stringify(members)}::jsonb
    where user_name = ${name} returning document`.execute(db);
  return rows[0]?.document;
}

export async function removeAccount(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`delete from user_account where user_name = ${name} returning user_name`.execute(
    db,
  );
  return rows.length > 0;
}
