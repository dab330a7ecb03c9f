// Inserts captures with many different URLs directly into the index, in segments as imports store them.
import type { Database } from '@holdfast/pg-kit';
import { dropIndexes } from '../replay/load.ts';

export const SEARCH_NAMESPACE = 'bench';
const SEGMENT_RECORDS = 5_000;

export interface SearchedCaptures {
  readonly captures: number;
  readonly capturesPerUrl: number;
}

/** Inserts the captures. The service must not be running. */
export async function loadSearchedCaptures(
  { pool }: Database<unknown>,
  { captures, capturesPerUrl }: SearchedCaptures,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('insert into namespace (name) values ($1)', [SEARCH_NAMESPACE]);
    await client.query(INSERT_AU, [SEARCH_NAMESPACE, captures]);
    // Disables triggers, because they would run for every row.
    await client.query('set session_replication_role = replica');
    await client.query(INSERT_SEGMENTS, [Math.ceil(captures / SEGMENT_RECORDS)]);
    const indexes = await dropIndexes(client);
    await client.query(INSERT_CAPTURES, [
      captures,
      Math.max(1, Math.floor(captures / capturesPerUrl)),
      SEGMENT_RECORDS,
    ]);
    for (const index of indexes) await client.query(index);
    await client.query('vacuum analyze artifact');
  } finally {
    client.release(true);
  }
}

/** Returns random URLs of the index. */
export async function readSearchedUrls({ pool }: Database<unknown>, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ url: string }>(
    'select url from artifact tablesample system (1) order by random() limit $1',
    [count],
  );
  return rows.map(({ url }) => url);
}

export interface SearchSize {
  readonly name: string;
  readonly bytes: number;
}

/** Returns the sizes of the tables and indexes that only the search needs. */
export async function readSearchSizes({ pool }: Database<unknown>): Promise<SearchSize[]> {
  const { rows } = await pool.query<SearchSize>(`
    select relname::text as name, pg_total_relation_size(oid)::float8 - case relkind when 'r'
        then pg_indexes_size(oid)::float8 else 0 end as bytes
    from pg_class
    where relname in ('url_search', 'url_search_pkey', 'url_search_trigrams', 'artifact_by_sha256_in_parts')
    order by relname`);
  return rows;
}

const INSERT_AU = `
  insert into au (namespace_id, auid, auid_sha256, artifact_count, committed_count)
  select id, 'bench&search', sha256('bench&search'), $2, $2 from namespace where name = $1`;

const INSERT_SEGMENTS = `
  insert into segment (au_id, key, size_bytes, created_ms)
  select au.id, 'bench/' || n, 1000000, 1 from au, generate_series(1, $1::int) n`;

// Inserts all URLs once, then again. Paths contain words of six hexadecimal digits, so that parts of them are rare.
const INSERT_CAPTURES = `
  insert into artifact (id, segment_id, record_offset, record_length, content_length, collection_ms, store_ms, au_id,
    namespace_id, version, http_status, kind, committed, dechunked, sha256, sha1, url, urlkey, mime)
  select (lpad(to_hex(946684800000 + n * 1000), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid, 1 + n / $3::int, n * 7000, 5000, 20000, 946684800000 + n * 1000, 1, au.id, au.namespace_id,
    1 + n / $2::int, 200, 1, true, false, sha256(n::text::bytea), substr(sha256(n::text::bytea), 1, 20),
    'http://site' || host || '.example.org/' || path, 'org,example,site' || host || ')/' || path, 'text/html'
  from au, generate_series(0, $1::bigint - 1) n, lateral (
    select n % $2::int as url, md5((n % $2::int)::text) as hash
  ) named, lateral (
    select url / 6 % 20 as host, 'journal-' || url / 6 % 97 || '/' || substr(hash, 1, 6) || '/' || url / 6
      || '/article-' || substr(hash, 7, 6) || '-' || url || '.html' as path
  ) made`;
