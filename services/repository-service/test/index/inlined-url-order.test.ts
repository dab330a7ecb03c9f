// The functions of indexed URLs, written anew while sessions are open: their results are those of before, and a session that
// has planned with the old ones finds its indexes still.
import { expect, it } from '@jest/globals';
import { type Kysely, sql } from 'kysely';
import { up } from '../../src/index/migrations/0015-inlined-url-order.ts';
import type { IndexSchema } from '../../src/index/schema.ts';
import { indexDatabase } from '../index-database.ts';

// As migration 0001 has them.
const before = [
  `create or replace function url_head(url text) returns text language sql immutable strict parallel safe
   return left(url_order(url), 500)`,
  `create or replace function url_tail(url text) returns text language sql immutable strict parallel safe
   return case when octet_length(url) <= 250 then '' when length(url_order(url)) > 500 then md5(url) else '' end`,
  'alter index artifact_of_au set (fillfactor = 90)',
  'alter index artifact_of_au reset (fillfactor)',
];

const lengths = [0, 1, 125, 241, 242, 250, 251, 490, 491, 700];
const urls = ['a', '/', '\u0001', 'ü'].flatMap((of) =>
  lengths.map((length) => `http://a/${of.repeat(length)}`),
);

it('leaves values and plans as they were', async () => {
  const { kysely } = await indexDatabase();
  for (const statement of before) await sql.raw(statement).execute(kysely);
  await kysely.connection().execute(async (session) => {
    const valuesBefore = await values(session);
    expect(await conditionsOfPlan(session)).toBe(3);
    await up(kysely as Kysely<unknown>);
    expect(await values(session)).toEqual(valuesBefore);
    expect(await conditionsOfPlan(session)).toBe(3);
  });
});

async function values(session: Kysely<IndexSchema>) {
  const { rows } = await sql`select url_head(url), url_tail(url) from unnest(${urls}::text[]) url`.execute(
    session,
  );
  return rows;
}

/** How many columns of the index the search for a URL of an AU goes by. */
async function conditionsOfPlan(session: Kysely<IndexSchema>): Promise<number> {
  await sql`set enable_seqscan = off`.execute(session);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (costs off) select from artifact
    where au_id = 1 and url_head(url) = url_head('http://a/') and url_tail(url) = url_tail('http://a/')
  `.execute(session);
  const condition = rows.map((row) => row['QUERY PLAN']).find((line) => line.includes('Index Cond'));
  return condition?.split(' AND ').length ?? 0;
}
