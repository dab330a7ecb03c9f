// Finds URLs of a namespace by a part of them or by their start.
import { findSqlState, runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import { KEY_PREFIX_CHARACTERS } from '../../domain/keys/key-prefix-ranges.ts';
import type { IndexSchema } from '../schema.ts';
import { findPrefixEnd, toUrlOrder } from '../url-order.ts';

export interface FoundUrl {
  /** MD5 of the whole URL, as a UUID. */
  readonly hash: string;
  /** First 2,000 characters of the URL. */
  readonly url: string;
}

export interface FoundUrls {
  readonly urls: readonly FoundUrl[];
  /** Whether more URLs match. */
  readonly more: boolean;
}

/** Number of matches that are ranked. If more URLs match, only some of them are considered. */
const MAX_RANKED = 2_000;
const QUERY_CANCELED = '57014';

/**
 * Finds the URLs that contain one of `parts`, ignoring the case of ASCII letters. URLs that begin with one of `starts`
 * come first, then short URLs. Returns undefined if there are too many matches for the time limit.
 */
export async function findUrlsByPart(
  db: Kysely<IndexSchema>,
  {
    namespaceId,
    parts,
    starts,
  }: { namespaceId: number; parts: readonly string[]; starts: readonly string[] },
  { limit, timeoutMs }: { readonly limit: number; readonly timeoutMs: number },
): Promise<FoundUrls | undefined> {
  const isMatch = sql.join(
    parts.map((part) => sql`url ilike ${`%${escapePattern(part)}%`}`),
    sql` or `,
  );
  const patterns = starts.map((start) => `${escapePattern(start)}%`);
  try {
    return await runInTransaction(db, async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(timeoutMs)}`.execute(tx);
      const { rows } = await sql<FoundUrl & { total: number }>`
        with match as materialized (
          select url_hash, url from url_search
          where namespace_id = ${namespaceId} and (${isMatch}) limit ${MAX_RANKED + 1}
        )
        select url_hash as hash, url, count(*) over () as total from match
        order by url ilike any(${patterns}::text[]) desc, length(url), url limit ${limit}`.execute(tx);
      const urls = rows.map(({ hash, url }) => ({ hash, url }));
      return { urls, more: (rows[0]?.total ?? 0) > limit };
    });
  } catch (error) {
    if (findSqlState(error) === QUERY_CANCELED) return undefined;
    throw error;
  }
}

/**
 * Finds the URLs that begin with one of `starts`. For each start, the URLs are in listing order. Needs no search
 * tables. Returns undefined if the search exceeds the time limit.
 */
export async function findUrlsByStart(
  db: Kysely<IndexSchema>,
  { namespaceId, starts }: { namespaceId: number; starts: readonly string[] },
  { limit, timeoutMs }: { readonly limit: number; readonly timeoutMs: number },
): Promise<FoundUrls | undefined> {
  const found = new Map<string, FoundUrl>();
  try {
    await runInTransaction(db, async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(timeoutMs)}`.execute(tx);
      for (const start of starts) {
        if (found.size > limit) return;
        // Index entries contain only the first 500 characters.
        const key = Array.from(toUrlOrder(start)).slice(0, KEY_PREFIX_CHARACTERS).join('');
        const end = findPrefixEnd(key);
        const isBelow = end === undefined ? sql`true` : sql`url_head(url) < ${end}::text`;
        const { rows } = await sql<FoundUrl>`
          select distinct on (url_head(url), md5(url)) md5(url)::uuid as hash, left(url, 2000) as url
          from artifact
          where namespace_id = ${namespaceId} and url_head(url) >= ${key}::text and ${isBelow} and committed
            and url like ${`${escapePattern(start)}%`}
          order by url_head(url), md5(url) limit ${limit + 1}`.execute(tx);
        for (const row of rows) found.set(row.hash, row);
      }
    });
  } catch (error) {
    if (findSqlState(error) === QUERY_CANCELED) return undefined;
    throw error;
  }
  const urls = [...found.values()];
  return { urls: urls.slice(0, limit), more: urls.length > limit };
}

/** Escapes the special characters of `like`. */
function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
