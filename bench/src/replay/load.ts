// Inserts captures directly into the index of a service that has created its tables, because importing a million
// captures would take longer than all measurements.
import type { Database, Pool } from '@holdfast/pg-kit';
import type { BenchSites } from './sites.ts';

export const REPLAY_NAMESPACE = 'bench';
/** Times of the earliest and latest possible captures, in seconds since the Unix epoch. */
export const CAPTURE_PERIOD = { from: Date.UTC(2000, 0, 1) / 1000, below: Date.UTC(2024, 0, 1) / 1000 };

const ROWS_PER_STATEMENT = 10_000;

/** Inserts the captures. Returns the ID of their namespace. */
export async function loadCaptures({ pool }: Database<unknown>, { all }: BenchSites): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('create temp table site (n int, url text, urlkey text, captures int)');
    for (let from = 0; from < all.length; from += ROWS_PER_STATEMENT) {
      const some = all.slice(from, from + ROWS_PER_STATEMENT);
      await client.query(
        'insert into site select * from unnest($1::int[], $2::text[], $3::text[], $4::int[])',
        [
          some.map((_, i) => from + i),
          some.map(({ url }) => url),
          some.map(({ urlkey }) => urlkey),
          some.map(({ captures }) => captures),
        ],
      );
    }
    const { rows } = await client.query('insert into namespace (name) values ($1) returning id', [
      REPLAY_NAMESPACE,
    ]);
    const id = rows[0].id as number;
    await client.query(INSERT_AU, [id]);
    // Uses one transaction, because the running service would otherwise recreate the dropped indexes.
    await client.query('begin');
    await client.query('lock table artifact');
    // Disables triggers, because they would copy every row.
    await client.query('set local session_replication_role = replica');
    const indexes = await dropIndexes(client);
    await client.query(INSERT_CAPTURES, [
      id,
      CAPTURE_PERIOD.from,
      CAPTURE_PERIOD.below - CAPTURE_PERIOD.from,
    ]);
    for (const index of indexes) await client.query(index);
    await client.query('commit');
    await client.query('vacuum analyze artifact');
    return id;
  } finally {
    client.release(true);
  }
}

/**
 * Drops the indexes and returns the SQL statements that recreate them. For many captures, recreating the indexes takes
 * a fraction of the time of updating them.
 */
export async function dropIndexes(client: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made: string }>(INDEXES);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ made }) => made);
}

// SQL query for all indexes except the primary key.
const INDEXES = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
  where indrelid = 'artifact'::regclass and not indisprimary`;

const INSERT_AU = `
  insert into au (namespace_id, auid, auid_sha256) values ($1, 'bench&replay', sha256('bench&replay'))`;

// Inserts rows in the order of their times, as crawls do, so that the rows of a URL are spread over the table.
const INSERT_CAPTURES = `
  insert into artifact (id, segment_id, record_offset, record_length, content_length, collection_ms, store_ms, au_id,
    namespace_id, version, http_status, kind, committed, dechunked, sha256, sha1, url, urlkey, mime, redirect)
  select (lpad(to_hex(ms), 12, '0') || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 15))::uuid, 1, n * 7000,
    5000 + n % 4000, 20000, ms, ms, au.id, $1, version, 200, 1, true, false, sha256(hash::bytea),
    substr(sha256(hash::bytea), 1, 20), url, urlkey, 'text/html', null
  from (
    select url, urlkey, version, md5(site.n || ' ' || version) as hash, site.n::bigint as n,
      ($2::bigint + abs(hashint8extended(site.n::bigint * 100000 + version, 7) % $3::bigint)) * 1000 as ms
    from site, generate_series(1, captures) as version
  ) capture, au
  where au.namespace_id = $1
  order by ms`;
