// Inserts captures with many different URLs directly into the index, in segments as imports store them. The objects of
// these segments do not exist.
import type { Database } from '@holdfast/pg-kit';
import { dropIndexes } from '../replay/load.ts';

export const SEARCH_NAMESPACE = 'bench';
const SEGMENT_RECORDS = 5_000;
const ROWS_PER_STATEMENT = 500_000;

/** PostgreSQL settings that avoid write-ahead logging while the captures are inserted. */
export const LOAD_SETTINGS = { wal_level: 'minimal', max_wal_senders: '0' };

export interface SearchedCaptures {
  readonly captures: number;
  readonly capturesPerUrl: number;
}

/** Inserts the captures and reports the progress. The service must not be running. */
export async function loadSearchedCaptures(
  { pool }: Database<unknown>,
  { captures, capturesPerUrl }: SearchedCaptures,
  say: (sentence: string) => void,
): Promise<void> {
  const client = await pool.connect();
  const urls = Math.max(1, Math.floor(captures / capturesPerUrl));
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('insert into namespace (name) values ($1)', [SEARCH_NAMESPACE]);
    await client.query(INSERT_AU, [SEARCH_NAMESPACE, captures]);
    // Disables triggers, because they would run for every row.
    await client.query('set session_replication_role = replica');
    await client.query(INSERT_SEGMENTS, [Math.ceil(captures / SEGMENT_RECORDS)]);
    await client.query('begin');
    // Truncates the table in this transaction, so that PostgreSQL writes no write-ahead log for the new rows and
    // indexes.
    await client.query('truncate artifact');
    const indexes = await dropIndexes(client);
    for (let first = 0; first < captures; first += ROWS_PER_STATEMENT) {
      const last = Math.min(captures, first + ROWS_PER_STATEMENT) - 1;
      await client.query(INSERT_CAPTURES, [first, last, urls, SEGMENT_RECORDS]);
      say(`Loaded ${(last + 1).toLocaleString('en')} captures…`);
    }
    for (const [i, index] of indexes.entries()) {
      await client.query(index);
      say(`Created ${i + 1} of ${indexes.length} indexes…`);
    }
    await client.query('commit');
    await client.query('vacuum analyze artifact');
  } finally {
    client.release(true);
  }
}

/** Returns random URLs of the index, in the same order for the same index. */
export async function readSearchedUrls(
  { pool }: Database<unknown>,
  { captures, capturesPerUrl }: SearchedCaptures,
  count: number,
): Promise<string[]> {
  // The IDs of the first rows are in order, and each URL has a capture among these rows.
  const step = Math.max(1, Math.floor(captures / capturesPerUrl / count));
  const { rows } = await pool.query<{ url: string }>(
    `select url from artifact
     where id = any(select ${ID}::uuid from generate_series(0::bigint, $1, $2) n)
     order by md5(url) limit $3`,
    [step * (count - 1), step, count],
  );
  return rows.map(({ url }) => url);
}

export interface SearchSize {
  readonly name: string;
  readonly bytes: number;
  /** True if the table has one row for each URL. False if it has one row for each capture. */
  readonly isPerUrl: boolean;
}

/** Returns the sizes of the tables and indexes that only the search needs. */
export async function readSearchSizes({ pool }: Database<unknown>): Promise<SearchSize[]> {
  const { rows } = await pool.query<SearchSize>(`
    select relname::text as name, relname <> 'artifact_by_sha256_in_parts' as "isPerUrl",
      pg_total_relation_size(oid)::float8 - case relkind when 'r' then pg_indexes_size(oid)::float8 else 0 end as bytes
    from pg_class
    where relname in ('url_search', 'url_search_pkey', 'url_search_trigrams', 'artifact_by_sha256_in_parts')
    order by relname`);
  return rows;
}

/** Returns the number of URLs that can be found by a part of the URL. */
export async function countSearchedUrls({ pool }: Database<unknown>): Promise<number> {
  const { rows } = await pool.query<{ urls: string }>('select count(*)::text as urls from url_search');
  return Number(rows[0]!.urls);
}

const INSERT_AU = `
  insert into au (namespace_id, auid, auid_sha256, artifact_count, committed_count)
  select id, 'bench&search', sha256('bench&search'), $2, $2 from namespace where name = $1`;

const INSERT_SEGMENTS = `
  insert into segment (au_id, key, size_bytes, created_ms)
  select au.id, 'bench/' || n, 1000000, 1 from au, generate_series(1, $1::int) n`;

const ID = "(lpad(to_hex(946684800000 + n * 1000), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))";

// Inserts one capture of each URL, then more captures in the same order. Paths contain words of six hexadecimal digits,
// so that few URLs contain the same part of such a word.
const INSERT_CAPTURES = `
  insert into artifact (id, segment_id, record_offset, record_length, content_length, collection_ms, store_ms, au_id,
    namespace_id, version, http_status, kind, committed, dechunked, sha256, sha1, url, urlkey, mime)
  select ${ID}::uuid, 1 + n / $4::int, n * 7000, 5000, 20000, 946684800000 + n * 1000, 1, au.id, au.namespace_id,
    1 + n / $3::int, 200, 1, true, false, sha256(n::text::bytea), substr(sha256(n::text::bytea), 1, 20),
    'http://site' || host || '.example.org/' || path, 'org,example,site' || host || ')/' || path, 'text/html'
  from au, generate_series($1::bigint, $2::bigint) n, lateral (
    select n % $3::int as url, md5((n % $3::int)::text) as hash
  ) named, lateral (
    select url / 6 % 20 as host, 'journal-' || url / 6 % 97 || '/' || substr(hash, 1, 6) || '/' || url / 6
      || '/article-' || substr(hash, 7, 6) || '-' || url || '.html' as path
  ) made`;
