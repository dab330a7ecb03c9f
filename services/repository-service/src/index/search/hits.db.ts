// Reads the data of search results: the latest capture of a URL, its AU, and the number of captures.
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';
import type { FoundUrl } from './found-urls.db.ts';

export interface SearchHit {
  readonly id: string;
  readonly auid: string;
  readonly url: string;
  readonly version: number;
  readonly collectionMs: number;
  readonly httpStatus: number | null;
  readonly mime: string | null;
  readonly contentLength: number;
  /** Reason why the content cannot be read, or why it was stored although it is damaged. */
  readonly damage: string | null;
  /** Number of committed captures of the URL in the namespace, at most MAX_COUNTED. */
  readonly captures: number;
}

export const MAX_COUNTED = 100;

/** Returns the artifacts that exist, in the order of `ids`. */
export async function readSearchHits(
  db: Kysely<IndexSchema>,
  namespaceId: number,
  ids: readonly string[],
): Promise<SearchHit[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<SearchHit>`
    select artifact.id, au.auid, url, version, collection_ms as "collectionMs", http_status as "httpStatus", mime,
      content_length as "contentLength", coalesce(
        (select reason from damage where artifact_id = artifact.id and not in_companions limit 1), quarantined
      ) as damage, (
        select count(*) from (
          select from artifact other
          where other.namespace_id = ${namespaceId} and url_head(other.url) = url_head(artifact.url)
            and url_tail(other.url) = url_tail(artifact.url) and other.committed
          limit ${MAX_COUNTED}
        ) counted
      ) as captures
    from unnest(${ids}::uuid[]) with ordinality wanted(id, position)
    join artifact on artifact.id = wanted.id and artifact.namespace_id = ${namespaceId}
    join au on au.id = artifact.au_id
    order by wanted.position`.execute(db);
  return rows;
}

/** URL with the urlkey of its captures. Captures of requests with a body have other urlkeys. */
export type KeyedUrl = FoundUrl & { readonly urlkey: string };

/** Returns the UUID of the latest committed capture of each URL that has one, by the URL's hash. */
export async function findLatestCaptures(
  db: Kysely<IndexSchema>,
  namespaceId: number,
  urls: readonly KeyedUrl[],
): Promise<Map<string, string>> {
  if (urls.length === 0) return new Map();
  const { rows } = await sql<{ hash: string; id: string | null }>`
    select found.hash, coalesce(by_key.id, by_url.id) as id
    from unnest(
      ${urls.map(({ hash }) => hash)}::uuid[], ${urls.map(({ url }) => url)}::text[],
      ${urls.map(({ urlkey }) => urlkey)}::text[]
    ) found(hash, url, urlkey)
    left join lateral (
      select id from artifact
      where namespace_id = ${namespaceId} and key_head(artifact.urlkey) = key_head(found.urlkey)
        and artifact.urlkey = found.urlkey and md5(artifact.url)::uuid = found.hash and committed
      order by collection_ms desc limit 1
    ) by_key on true
    left join lateral (
      select id from artifact
      where by_key.id is null and namespace_id = ${namespaceId} and url_head(artifact.url) = url_head(found.url)
        and md5(artifact.url)::uuid = found.hash and committed
      order by collection_ms desc limit 1
    ) by_url on true`.execute(db);
  return new Map(rows.flatMap(({ hash, id }) => (id === null ? [] : [[hash, id]])));
}
