// The index that replay asks, of the head of a key and the time, by an expression that is not worked out character by
// character for each capture that is found: a fifth of what PostgreSQL takes for a long answer.
import { type Kysely, sql } from 'kysely';

/** Whoever does not know the function asks for heads as the index had them that is replaced, which stays a while. */
export const worksWith = '0019-outbox-functions';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** The first 500 characters. What has no more bytes has no more characters, and is given as it is. */
export const keyHead = 'case when octet_length(urlkey) <= 500 then urlkey else left(urlkey, 500) end';

/** Queries name heads by it. PostgreSQL puts the body, kept as text, in its place; it must be that of a whole index. */
export const keyHeadFunction = (body: string) => `
  create or replace function key_head(urlkey text) returns text language sql immutable parallel safe as
  $body$select ${body}$body$`;

export const replayOrder = `artifact (namespace_id, (${keyHead}), collection_ms)`;

// Where the table is large, the index is built beside those who write (index/replaced-indexes.db.ts).
const replaced = `
  do $$ begin
    if pg_relation_size('artifact') < 32 * 1024 * 1024 then
      drop index artifact_for_replay;
      create index artifact_in_replay_order on ${replayOrder};
      ${keyHeadFunction(keyHead)};
    end if;
  end $$`;

const statements = [keyHeadFunction('left(urlkey, 500)'), replaced];
