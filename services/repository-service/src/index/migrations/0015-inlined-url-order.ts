// The functions by which URLs are indexed, written so that PostgreSQL puts their bodies in the place of their calls: what is
// strict, and has a body that is not, it calls as a function of SQL for each row, which cost more than half of what an
// index of URLs takes to keep. Their results are the same as before, and so the indexes stay.
import { type Kysely, sql } from 'kysely';

export const worksWith = '0011-in-view';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// A URL of at most 250 bytes is mapped to at most 500 characters, which are not counted then.
const urlHead = `
  create or replace function url_head(url text) returns text language sql immutable parallel safe
  return case when octet_length(url) <= 250 then url_order(url) else left(url_order(url), 500) end`;

const urlTail = `
  create or replace function url_tail(url text) returns text language sql immutable parallel safe
  return case when octet_length(url) <= 250 then '' when length(url_order(url)) > 500 then md5(url)
    when url is not null then '' end`;

// Sessions that are open keep the bodies with what they know of an index, and would not find it by other ones: they are
// told to look again.
const lookAgain = (index: string) =>
  `alter index ${index} set (fillfactor = 90); alter index ${index} reset (fillfactor)`;

const statements = [urlHead, urlTail, lookAgain('artifact_of_au'), lookAgain('artifact_of_namespace')];
