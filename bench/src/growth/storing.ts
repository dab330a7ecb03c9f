// Stores visits in the index as the service does: in one transaction under the AU's lock, with look-ups of existing
// URLs, rows sorted by URL, and updates of the AU's counters. The WARC records themselves are not stored.
import type { Pool } from '@holdfast/pg-kit';
import { assertSameUrlkey, toBenchAuid, URLS_PER_AU, VISIT_CAPTURES_SQL, type Visit } from './visits.ts';

export const GROWTH_NAMESPACE = 'growth';

const CONNECTIONS = 4;

/** Cost of storing visits. */
export interface StoringCost {
  readonly rows: number;
  readonly seconds: number;
  /** Bytes of WAL. */
  readonly walBytes: number;
  /** Number of pages that PostgreSQL read from and wrote to the disk. */
  readonly pagesRead: number;
  readonly pagesWritten: number;
}

export async function createGrowthNamespace(pool: Pool): Promise<void> {
  await pool.query('insert into namespace (name) values ($1)', [GROWTH_NAMESPACE]);
  const { rows } = await pool.query(
    `select url, urlkey from (${VISIT_CAPTURES_SQL}) capture limit 1`,
    [0, 1],
  );
  assertSameUrlkey(rows[0].url, rows[0].urlkey);
}

export async function storeVisit(pool: Pool, visits: readonly Visit[]): Promise<StoringCost> {
  const before = await readCounters(pool);
  const started = performance.now();
  await storeEach(pool, visits.values());
  const seconds = (performance.now() - started) / 1000;
  const after = await readCounters(pool);
  return {
    rows: visits.length * URLS_PER_AU,
    seconds,
    walBytes: after.wal - before.wal,
    pagesRead: after.reads - before.reads,
    pagesWritten: after.writes - before.writes,
  };
}

/** Stores visits without measuring them, over several connections at full speed. */
export async function storeVisits(pool: Pool, visits: readonly Visit[]): Promise<void> {
  const left = visits.values();
  await Promise.all(Array.from({ length: CONNECTIONS }, () => storeEach(pool, left)));
}

async function storeEach(pool: Pool, visits: Iterable<Visit>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    for (const { number, au } of visits) {
      await client.query('begin');
      await client.query(MAKE_AU, [toBenchAuid(au), GROWTH_NAMESPACE]);
      const { rows } = await client.query(LOCK_AU, [toBenchAuid(au)]);
      const { id: auId, namespace_id: namespaceId } = rows[0];
      const segment = await client.query(MAKE_SEGMENT, [auId, `growth/${number}`]);
      const values = [number, au, auId, namespaceId, segment.rows[0].id];
      await client.query({ name: 'store', text: STORE, values });
      await client.query(COUNT, [auId, segment.rows[0].id]);
      await client.query('commit');
    }
  } finally {
    client.release();
  }
}

const MAKE_AU = `
  insert into au (namespace_id, auid, auid_sha256)
  select id, $1::text, sha256(convert_to($1::text, 'UTF8')) from namespace where name = $2
  on conflict do nothing`;

const LOCK_AU = 'select id, namespace_id from au where auid = $1 for update';

const MAKE_SEGMENT = `
  insert into segment (au_id, key, size_bytes, created_ms) values ($1, $2, ${URLS_PER_AU * 7_000}, 0) returning id`;

const STORE = `
  insert into artifact (id, segment_id, record_offset, record_length, content_length, collection_ms, store_ms, au_id,
    namespace_id, version, record_crc, http_status, kind, committed, dechunked, sha256, sha1, url, urlkey, mime,
    companions_before, companions_crc, digest_part)
  select capture.id, $5::bigint, n * 7000, 5000 + n % 1000, 20000, ms, ms, $3::int, $4::int,
    coalesce(top.version, 0) + 1, n, 200, 1, true, false, capture.sha256, capture.sha1, url, urlkey, 'text/html',
    300, n, (select (pg_relation_size('artifact') >> 30)::smallint)
  from (${VISIT_CAPTURES_SQL}) capture
  left join lateral (
    select version from artifact
    where au_id = $3::int and url_head(url) = url_head(capture.url) and url_tail(url) = url_tail(capture.url)
    order by version desc limit 1
  ) top on true
  order by url collate "C"`;

const COUNT = `
  update au set artifact_count = artifact_count + ${URLS_PER_AU}, committed_count = committed_count + ${URLS_PER_AU},
    committed_url_count = ${URLS_PER_AU}, last_segment_id = $2 where id = $1`;

async function readCounters(pool: Pool): Promise<{ wal: number; reads: number; writes: number }> {
  const { rows } = await pool.query(`
    select (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as wal, sum(reads)::float8 as reads,
      sum(writes)::float8 as writes
    from pg_stat_io where object = 'relation'`);
  return rows[0];
}
