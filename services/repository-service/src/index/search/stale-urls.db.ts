// Deletes URLs without artifacts from the search table. A search deletes those that it finds; daily walks over the
// table delete all others.
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

/**
 * Deletes the URLs without artifacts among the given URLs. Locks the rows before checking for artifacts. Therefore, the
 * check sees the artifacts of all segments whose URLs are already stored, and `addSegmentUrls` waits for the deletion.
 */
export async function deleteStaleUrls(
  db: Kysely<IndexSchema>,
  namespaceId: number,
  hashes: readonly string[],
): Promise<void> {
  if (hashes.length === 0) return;
  await runInTransaction(db, async (tx) => {
    const { rows } = await sql<{ hash: string }>`
      select url_hash as hash from url_search
      where namespace_id = ${namespaceId} and url_hash = any(${hashes}::uuid[])
      order by url_hash for update`.execute(tx);
    await sql`
      delete from url_search
      where namespace_id = ${namespaceId} and url_hash = any(${rows.map(({ hash }) => hash)}::uuid[])
        and ${isStale}`.execute(tx);
  });
}

const isStale = sql`
  not exists (
    select from artifact
    where artifact.namespace_id = url_search.namespace_id
      and url_head(artifact.url) = url_head(url_search.url)
      and md5(artifact.url)::uuid = url_search.url_hash
  )`;

/** Condition on the row of `url_search_state`: a walk has begun, or the last walk ended more than a day ago. */
export const isWalkDue = sql`
  filled_at is not null
  and (walked_namespace > 0 or coalesce(walk_ended_at, filled_at) < now() - interval '1 day')`;

/** Continues the walk, if one is due, with the next `limit` URLs. */
export async function deleteNextStaleUrls(db: Kysely<IndexSchema>, limit: number): Promise<void> {
  const { rows: urls } = await sql<{ namespaceId: number; hash: string; stale: boolean }>`
    with walked as materialized (
      select * from url_search
      where (namespace_id, url_hash) > (
        select walked_namespace, walked_hash from url_search_state where ${isWalkDue}
      )
      order by namespace_id, url_hash limit ${limit}
    )
    select namespace_id as "namespaceId", url_hash as hash, ${isStale} as stale
    from walked url_search order by namespace_id, url_hash`.execute(db);
  const stale = Map.groupBy(
    urls.filter((url) => url.stale),
    ({ namespaceId }) => namespaceId,
  );
  for (const [namespaceId, own] of stale) {
    await deleteStaleUrls(
      db,
      namespaceId,
      own.map(({ hash }) => hash),
    );
  }
  const last = urls.length < limit ? undefined : urls.at(-1);
  await (last
    ? sql`
        update url_search_state set walked_namespace = ${last.namespaceId}, walked_hash = ${last.hash}::uuid
        where ${isWalkDue}`
    : sql`
        update url_search_state set walked_namespace = default, walked_hash = default, walk_ended_at = now()
        where ${isWalkDue}`
  ).execute(db);
}
