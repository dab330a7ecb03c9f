// The replay look-ups as single, hand-written SELECTs. These show the minimum cost for any service that uses this
// index.
import type { Database } from '@holdfast/pg-kit';

export type BareSelectRow = { id: string };

export interface BareSelects {
  exact(key: string): Promise<BareSelectRow[]>;
  closest(key: string, second: number, limit: number): Promise<BareSelectRow[]>;
  /** Returns rows with keys from `from` (inclusive) to `below` (exclusive). */
  range(from: string, below: string, limit: number): Promise<BareSelectRow[]>;
  close(): void;
}

const COLUMNS = `id, urlkey, url, collection_ms, http_status, mime, redirect, sha1,
  coalesce(replay_length, record_length) as length`;

const EXACT_QUERY = `
  select ${COLUMNS} from artifact
  where namespace_id = $1 and committed and key_head(urlkey) = key_head($2) and urlkey = $2
  order by collection_ms, id`;

const CLOSEST_QUERY = `
  select * from (
    (select ${COLUMNS} from artifact
     where namespace_id = $1 and committed and key_head(urlkey) = key_head($2) and urlkey = $2 and collection_ms >= $3
     order by collection_ms limit $4)
    union all
    (select ${COLUMNS} from artifact
     where namespace_id = $1 and committed and key_head(urlkey) = key_head($2) and urlkey = $2 and collection_ms < $3
     order by collection_ms desc limit $4)
  ) near
  order by abs(collection_ms - $3), collection_ms, id limit $4`;

const RANGE_QUERY = `
  select ${COLUMNS} from artifact
  where namespace_id = $1 and committed and key_head(urlkey) >= key_head($2) and key_head(urlkey) < key_head($3)
  order by key_head(urlkey), collection_ms, id limit $4`;

/** Takes a connection from the pool. `close` returns the connection. */
export async function openBareSelects(
  { pool }: Database<unknown>,
  namespaceId: number,
): Promise<BareSelects> {
  const client = await pool.connect();
  const rows = async (text: string, ...values: unknown[]) =>
    (await client.query<BareSelectRow>(text, [namespaceId, ...values])).rows;
  return {
    exact: (key) => rows(EXACT_QUERY, key),
    closest: (key, second, limit) => rows(CLOSEST_QUERY, key, second * 1000, limit),
    range: (from, below, limit) => rows(RANGE_QUERY, from, below, limit),
    close: () => client.release(),
  };
}
