// Fills the tables for the search for part of a URL (migrations/first/search.ts).
import { findSqlState, runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import type { UrlSearchMode } from '../../domain/search/url-search-mode.ts';
import type { IndexSchema } from '../schema.ts';
import { isWalkDue } from './stale-urls.db.ts';

/**
 * Returns true if the job has work to do: the tables differ from what the mode requires, segments are queued, or a walk
 * is due.
 */
export async function isUrlSearchDue(db: Kysely<IndexSchema>, mode: UrlSearchMode): Promise<boolean> {
  const isTried = sql`failure is null or seeded_at > now() - interval '5 minutes'`;
  const { rows } = await sql<{ due: boolean }>`
    select case when ${mode === 'off'} then exists (select from url_search_state)
      else not exists (select from url_search_state where mode = ${mode} and (${isTried}))
        or exists (select from url_search_queue)
        or exists (select from url_search_state where filled_at is null and failure is null)
        or exists (select from url_search_state where ${isWalkDue}) end as due`.execute(db);
  return rows[0]!.due;
}

/** Returns whether the tables contain the URLs of this mode, or are being filled with them. */
export async function isUrlSearchSeeded(db: Kysely<IndexSchema>, mode: UrlSearchMode): Promise<boolean> {
  const { rows } = await sql`
    select from url_search_state where mode = ${mode} and failure is null`.execute(db);
  return rows.length > 0;
}

/** Empties the tables. Imports then queue no segments. */
export async function clearUrlSearch(db: Kysely<IndexSchema>): Promise<void> {
  await runInTransaction(db, clearTables);
}

/** Empties the tables and records why the search is unavailable. */
export async function recordUrlSearchFailure(
  db: Kysely<IndexSchema>,
  mode: UrlSearchMode,
  failure: string,
): Promise<void> {
  await runInTransaction(db, async (tx) => {
    await clearTables(tx);
    await sql`insert into url_search_state (mode, failure) values (${mode}, ${failure})`.execute(tx);
  });
}

/**
 * Empties the tables and queues all segments. Waits until running imports have stored their current segment, and blocks
 * new segments for a moment, so that each segment is queued either here or by its own transaction.
 */
export async function seedUrlSearch(db: Kysely<IndexSchema>, mode: UrlSearchMode): Promise<void> {
  await runInTransaction(db, async (tx) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
    // Lock `segment` before `url_search_state`, in the order of the transactions that insert segments, to avoid
    // deadlocks.
    await sql`lock table segment in share mode`.execute(tx);
    await clearTables(tx);
    await sql`
      create index if not exists url_search_trigrams on url_search using gin (url gin_trgm_ops)`.execute(tx);
    await sql`insert into url_search_state (mode) values (${mode})`.execute(tx);
    await sql`insert into url_search_queue (segment_id) select id from segment`.execute(tx);
  });
}

const LOCK_TIMEOUT_MS = 5_000;

async function clearTables(tx: Kysely<IndexSchema>): Promise<void> {
  await sql`truncate url_search, url_search_queue, url_search_state`.execute(tx);
}

/** SQLSTATEs if the server lacks the extension, or if the user may not create it. */
const MISSING_EXTENSION = ['0A000', '42501', '58P01', '3F000'];

/**
 * Creates the extension for the trigram index. Returns the reason if the server lacks the extension, or if the
 * service's user may not create it.
 */
export async function createTrigramExtension(db: Kysely<IndexSchema>): Promise<string | undefined> {
  try {
    await sql`create extension if not exists pg_trgm`.execute(db);
    return undefined;
  } catch (error) {
    if (!MISSING_EXTENSION.includes(findSqlState(error) ?? '')) throw error;
    return `PostgreSQL has no extension pg_trgm: ${error instanceof Error ? error.message : error}`;
  }
}

/** Returns up to `limit` queued segments, the oldest first. */
export async function listQueuedSegments(db: Kysely<IndexSchema>, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select segment_id as id from url_search_queue order by segment_id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Types of captures that the console shows as pages. */
const PAGE_TYPES = sql`('text/html', 'application/xhtml+xml', 'application/pdf')`;

/**
 * Stores the URLs of a segment and removes the segment from the queue, in one transaction. The update locks existing
 * rows, so that `deleteStaleUrls` cannot delete them at the same time.
 */
export async function addSegmentUrls(
  db: Kysely<IndexSchema>,
  segmentId: number,
  mode: UrlSearchMode,
): Promise<void> {
  const isIncluded =
    mode === 'all' ? sql`true` : sql`(mime in ${PAGE_TYPES} or http_status between 300 and 399)`;
  await runInTransaction(db, async (tx) => {
    // Do not wait for the disk, because a crash of PostgreSQL empties the tables in any case.
    await sql`set local synchronous_commit = off`.execute(tx);
    await sql`
      insert into url_search (namespace_id, url_hash, url)
      select distinct on (namespace_id, url_hash) namespace_id, md5(url)::uuid as url_hash, left(url, 2000)
      from artifact where segment_id = ${segmentId} and ${isIncluded}
      order by namespace_id, url_hash
      on conflict (namespace_id, url_hash) do update set url = excluded.url where false`.execute(tx);
    await sql`delete from url_search_queue where segment_id = ${segmentId}`.execute(tx);
  });
}

/**
 * Records that the URLs of all segments that existed at the seeding are stored. Also collects statistics of the table
 * for the query planner, which otherwise does not know that most parts of URLs are rare.
 */
export async function completeUrlSearch(db: Kysely<IndexSchema>): Promise<void> {
  const { rows } =
    await sql`select from url_search_state where filled_at is null and failure is null`.execute(db);
  if (rows.length === 0) return;
  await sql`analyze url_search`.execute(db);
  await sql`update url_search_state set filled_at = now() where filled_at is null and failure is null`.execute(
    db,
  );
}

/** Merges the pending list of the trigram index into the index, because each search reads the whole pending list. */
export async function mergePendingTrigrams(db: Kysely<IndexSchema>): Promise<void> {
  await sql`select gin_clean_pending_list('url_search_trigrams')`.execute(db);
}

export interface UrlSearchBacklog {
  readonly state: 'ready' | 'filling' | 'unavailable';
  readonly failure: string | undefined;
  /** Number of segments whose URLs cannot be found yet. */
  readonly queued: number;
  /** Age of the oldest of these segments, in seconds. */
  readonly delaySeconds: number;
}

/** Returns how far the tables are behind the imports. */
export async function readUrlSearchBacklog(
  db: Kysely<IndexSchema>,
  mode: UrlSearchMode,
): Promise<UrlSearchBacklog> {
  const { rows } = await sql<{
    filled: boolean | null;
    failure: string | null;
    queued: number;
    delaySeconds: number;
  }>`
    select filled_at is not null as filled, failure, queued, "delaySeconds"
    from (
      select count(*) as queued,
        coalesce(extract(epoch from clock_timestamp() - min(queued_at)), 0)::float8 as "delaySeconds"
      from url_search_queue
    ) backlog left join url_search_state on mode = ${mode}`.execute(db);
  const { filled, failure, queued, delaySeconds } = rows[0]!;
  const state = failure !== null ? 'unavailable' : filled === true ? 'ready' : 'filling';
  return { state, failure: failure ?? undefined, queued, delaySeconds };
}

export interface UrlSearchFigures {
  /** Undefined if the search is off. */
  readonly backlog: UrlSearchBacklog | undefined;
  /** Number of stored URLs, estimated by PostgreSQL. */
  readonly urls: number;
}

export async function readUrlSearchFigures(
  db: Kysely<IndexSchema>,
  mode: UrlSearchMode,
): Promise<UrlSearchFigures> {
  const backlog = mode === 'off' ? undefined : await readUrlSearchBacklog(db, mode);
  const { rows } = await sql<{ urls: number }>`
    select greatest(reltuples, 0)::float8 as urls from pg_class where oid = to_regclass('url_search')`.execute(
    db,
  );
  return { backlog, urls: rows[0]?.urls ?? 0 };
}
