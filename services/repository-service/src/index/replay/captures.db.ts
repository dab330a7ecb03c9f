// The replay index: committed artifacts by urlkey and time, asked for a batch at a time, so that no connection is held
// while a client reads.
import { type Kysely, sql } from 'kysely';
import type { Capture, Direction, Position } from '../../domain/replay/capture.ts';
import type {
  CaptureIndex,
  CapturePosition,
  CaptureScope,
  KeyCursor,
  KeyMatch,
  KeyPrefixCursor,
  KeyRange,
  Page,
  TimeAndId,
  UrlCursor,
  UrlSummary,
} from '../../domain/replay/capture-index.ts';
import type { IndexSchema } from '../schema.ts';
import {
  afterOperator,
  captures,
  committedInScope,
  inRange,
  lowerBound,
  matching,
  upperBound,
} from './capture-rows.db.ts';
import { capturesAround, capturesByTime, capturesOfKey } from './captures-by-time.db.ts';

/** Once `signal` is aborted no further query is made; the walk that wants one ends with its reason. */
export function captureIndex(db: Kysely<IndexSchema>, signal?: AbortSignal): CaptureIndex {
  const open = () => {
    signal?.throwIfAborted();
    return db;
  };
  return {
    ofKey: async (scope, key, page) => capturesOfKey(open(), scope, key, page),
    around: async (scope, key, sides, limit) => capturesAround(open(), scope, key, sides, limit),
    byTime: async (scope, range, page) => capturesByTime(open(), scope, range, page),
    byHead: async (scope, range, page) => capturesByHead(open(), scope, range, page),
    nextKeyOfHead: async (scope, range, place) => nextKeyOfHead(open(), scope, range, place),
    positionAt: async (scope, match, place) => positionAt(open(), scope, match, place),
    count: async (scope, match) => countCaptures(open(), scope, match),
    urls: async (scope, match, place) => urlSummaries(open(), scope, match, place),
    countUrls: async (scope, match) => countUrls(open(), scope, match),
    byId: async (namespace, ids) => capturesById(open(), namespace, ids),
  };
}

function capturesByHead(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  range: KeyRange,
  { direction, after, limit }: Page<KeyPrefixCursor>,
): Promise<Capture[]> {
  const order =
    direction === 'forward'
      ? sql`left(urlkey, 500), collection_ms, id`
      : sql`left(urlkey, 500) desc, collection_ms desc, id desc`;
  const conditions = after?.at ? afterCapture(range, direction, after.key, after.at) : inRange(range);
  if (after && !after.at)
    conditions.push(sql`left(urlkey, 500) ${afterOperator(direction)} left(${after.key}, 500)`);
  return captures(db, scope, conditions, sql`order by ${order} limit ${limit}`);
}

/** The range's bound on that side is left out: a scan of the index could begin there instead of at the capture. */
function afterCapture(range: KeyRange, direction: Direction, key: string, { collectionMs, id }: TimeAndId) {
  const place = sql`(left(${key}, 500), ${collectionMs}::bigint, ${id}::uuid)`;
  const behind = sql`(left(urlkey, 500), collection_ms, id) ${afterOperator(direction)} ${place}`;
  return [behind, ...(direction === 'forward' ? upperBound(range) : lowerBound(range))];
}

async function nextKeyOfHead(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  range: KeyRange,
  { key, after, direction }: KeyCursor,
): Promise<string | undefined> {
  const conditions = [sql`left(urlkey, 500) = left(${key}, 500)`, ...inRange(range)];
  if (after !== undefined) conditions.push(sql`urlkey ${afterOperator(direction)} ${after}`);
  const { rows } = await sql<{ urlkey: string }>`
    select urlkey from artifact ${committedInScope(scope, conditions)}
    order by urlkey ${direction === 'forward' ? sql`asc` : sql`desc`} limit 1`.execute(db);
  return rows[0]?.urlkey;
}

async function positionAt(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  match: KeyMatch,
  { before, direction }: CapturePosition,
): Promise<Position | undefined> {
  const order =
    direction === 'forward'
      ? sql`left(urlkey, 500), urlkey, collection_ms, id`
      : sql`left(urlkey, 500) desc, urlkey desc, collection_ms desc, id desc`;
  const { rows } = await sql<Position>`
    select urlkey, collection_ms as "collectionMs", id from artifact ${committedInScope(scope, matching(match))}
    order by ${order} offset ${before} limit 1`.execute(db);
  return rows[0];
}

async function countCaptures(db: Kysely<IndexSchema>, scope: CaptureScope, match: KeyMatch): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from artifact ${committedInScope(scope, matching(match))}`.execute(db);
  return rows[0]!.count;
}

async function urlSummaries(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  match: KeyMatch,
  { after, offset, limit }: UrlCursor,
): Promise<UrlSummary[]> {
  const conditions = matching(match);
  if (after !== undefined) {
    conditions.push(sql`left(urlkey, 500) >= left(${after}, 500)`, sql`urlkey > ${after}`);
  }
  const { rows } = await sql<UrlSummary>`
    select urlkey, min(url) as url, min(collection_ms) as "firstMs", max(collection_ms) as "lastMs",
      count(*) as captures, count(distinct sha1) as versions
    from artifact ${committedInScope(scope, conditions)}
    group by left(urlkey, 500), urlkey order by left(urlkey, 500), urlkey
    offset ${offset} limit ${limit}`.execute(db);
  return rows;
}

async function countUrls(db: Kysely<IndexSchema>, scope: CaptureScope, match: KeyMatch): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from artifact ${committedInScope(scope, matching(match))} group by left(urlkey, 500), urlkey
    ) url`.execute(db);
  return rows[0]!.count;
}

function capturesById(
  db: Kysely<IndexSchema>,
  namespace: string,
  ids: readonly string[],
): Promise<Capture[]> {
  const scope = { namespace, fromMs: undefined, toMs: undefined };
  return captures(db, scope, [sql`id = any(${ids}::uuid[])`], sql``);
}
