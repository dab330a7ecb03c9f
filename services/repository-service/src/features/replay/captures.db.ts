// The replay index: committed artifacts by urlkey and time. Every query is one range of `artifact_for_replay`, which
// holds the first 500 characters of a key (its head) and the time; a batch at a time, so that no connection is held
// while a client reads.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { IndexSchema } from '../../index/schema.ts';
import type { Capture, Direction, Position } from './capture.ts';
import type {
  Around,
  CaptureIndex,
  CaptureScope,
  Page,
  Place,
  PlaceInHead,
  Sides,
  TimeAndId,
  UrlPlace,
  UrlSummary,
} from './capture-index.ts';
import type { KeyMatch, KeyRange } from './key-match.ts';

/** Once `signal` is aborted no further query is made; the walk that wants one ends with its reason. */
export function captureIndex(db: Kysely<IndexSchema>, signal?: AbortSignal): CaptureIndex {
  const open = () => {
    signal?.throwIfAborted();
    return db;
  };
  return {
    ofKey: async (scope, key, page) => capturesOfKey(open(), scope, key, page),
    around: async (scope, key, sides, limit) => capturesAround(open(), scope, key, sides, limit),
    byHead: async (scope, range, page) => capturesByHead(open(), scope, range, page),
    nextKeyOfHead: async (scope, range, place) => nextKeyOfHead(open(), scope, range, place),
    positionAt: async (scope, match, place) => positionAt(open(), scope, match, place),
    count: async (scope, match) => countCaptures(open(), scope, match),
    urls: async (scope, match, place) => urlSummaries(open(), scope, match, place),
    countUrls: async (scope, match) => countUrls(open(), scope, match),
    byId: async (namespace, ids) => capturesById(open(), namespace, ids),
  };
}

function capturesOfKey(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  key: string,
  { direction, after, limit }: Page<TimeAndId>,
): Promise<Capture[]> {
  const order = direction === 'forward' ? sql`collection_ms, id` : sql`collection_ms desc, id desc`;
  const conditions = [sql`left(urlkey, 500) = left(${key}, 500)`, sql`urlkey = ${key}`];
  if (after) {
    const { collectionMs, id } = after;
    const position = sql`(${collectionMs}::bigint, ${id}::uuid)`;
    conditions.push(sql`(collection_ms, id) ${beyond(direction)} ${position}`);
  }
  return captures(db, scope, conditions, sql`order by ${order} limit ${limit}`);
}

/** In one query: a look-up that asks twice takes twice as long. */
async function capturesAround(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  key: string,
  { earlierToMs, laterFromMs }: Sides,
  limit: number,
): Promise<Around> {
  const ofKey = matching({ key });
  const earlier = [...ofKey, sql`collection_ms <= ${earlierToMs}::bigint`];
  const later = [...ofKey, sql`collection_ms >= ${laterFromMs}::bigint`];
  const { rows } = await sql<CaptureRow>`
    (select ${captureColumns} from artifact ${where(scope, earlier)}
      order by collection_ms desc, id desc limit ${limit})
    union all
    (select ${captureColumns} from artifact ${where(scope, later)}
      order by collection_ms, id limit ${limit})`.execute(db);
  const found = rows.map(captureOf);
  return {
    earlier: found.filter(({ collectionMs }) => collectionMs <= earlierToMs),
    later: found.filter(({ collectionMs }) => collectionMs >= laterFromMs),
  };
}

function capturesByHead(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  range: KeyRange,
  { direction, after, limit }: Page<string>,
): Promise<Capture[]> {
  const order =
    direction === 'forward'
      ? sql`left(urlkey, 500), collection_ms, id`
      : sql`left(urlkey, 500) desc, collection_ms desc, id desc`;
  const conditions = inRange(range);
  if (after !== undefined) conditions.push(sql`left(urlkey, 500) ${beyond(direction)} left(${after}, 500)`);
  return captures(db, scope, conditions, sql`order by ${order} limit ${limit}`);
}

async function nextKeyOfHead(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  range: KeyRange,
  { key, after, direction }: PlaceInHead,
): Promise<string | undefined> {
  const conditions = [sql`left(urlkey, 500) = left(${key}, 500)`, ...inRange(range)];
  if (after !== undefined) conditions.push(sql`urlkey ${beyond(direction)} ${after}`);
  const { rows } = await sql<{ urlkey: string }>`
    select urlkey from artifact ${where(scope, conditions)}
    order by urlkey ${direction === 'forward' ? sql`asc` : sql`desc`} limit 1`.execute(db);
  return rows[0]?.urlkey;
}

async function positionAt(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  match: KeyMatch,
  { before, direction }: Place,
): Promise<Position | undefined> {
  const order =
    direction === 'forward'
      ? sql`left(urlkey, 500), urlkey, collection_ms, id`
      : sql`left(urlkey, 500) desc, urlkey desc, collection_ms desc, id desc`;
  const { rows } = await sql<Position>`
    select urlkey, collection_ms as "collectionMs", id from artifact ${where(scope, matching(match))}
    order by ${order} offset ${before} limit 1`.execute(db);
  return rows[0];
}

async function countCaptures(db: Kysely<IndexSchema>, scope: CaptureScope, match: KeyMatch): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from artifact ${where(scope, matching(match))}`.execute(db);
  return rows[0]!.count;
}

async function urlSummaries(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  match: KeyMatch,
  { after, offset, limit }: UrlPlace,
): Promise<UrlSummary[]> {
  const conditions = matching(match);
  if (after !== undefined) {
    conditions.push(sql`left(urlkey, 500) >= left(${after}, 500)`, sql`urlkey > ${after}`);
  }
  const { rows } = await sql<UrlSummary>`
    select urlkey, min(url) as url, min(collection_ms) as "firstMs", max(collection_ms) as "lastMs",
      count(*) as captures, count(distinct sha1) as versions
    from artifact ${where(scope, conditions)}
    group by left(urlkey, 500), urlkey order by left(urlkey, 500), urlkey
    offset ${offset} limit ${limit}`.execute(db);
  return rows;
}

async function countUrls(db: Kysely<IndexSchema>, scope: CaptureScope, match: KeyMatch): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from artifact ${where(scope, matching(match))} group by left(urlkey, 500), urlkey
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

async function captures(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  conditions: RawBuilder<unknown>[],
  orderAndLimit: RawBuilder<unknown>,
): Promise<Capture[]> {
  const { rows } = await sql<CaptureRow>`
    select ${captureColumns} from artifact ${where(scope, conditions)} ${orderAndLimit}`.execute(db);
  return rows.map(captureOf);
}

const captureColumns = sql`id, urlkey, url, collection_ms, http_status, mime, redirect,
  encode(sha1, 'hex') as sha1, coalesce(replay_length, record_length) as length`;

interface CaptureRow {
  id: string;
  urlkey: string;
  url: string;
  collection_ms: number;
  http_status: number | null;
  mime: string | null;
  redirect: string | null;
  sha1: string;
  length: number;
}

function captureOf(row: CaptureRow): Capture {
  return {
    id: row.id,
    urlkey: row.urlkey,
    url: row.url,
    collectionMs: row.collection_ms,
    httpStatus: row.http_status ?? undefined,
    mime: row.mime ?? undefined,
    redirect: row.redirect ?? undefined,
    sha1: row.sha1,
    lengthBytes: row.length,
  };
}

function where({ namespace, fromMs, toMs }: CaptureScope, conditions: RawBuilder<unknown>[]) {
  const all = [
    sql`namespace_id = (select namespace.id from namespace where name = ${namespace})`,
    sql`committed`,
    ...conditions,
  ];
  if (fromMs !== undefined) all.push(sql`collection_ms >= ${fromMs}::bigint`);
  if (toMs !== undefined) all.push(sql`collection_ms <= ${toMs}::bigint`);
  return sql`where ${sql.join(all, sql` and `)}`;
}

function matching(match: KeyMatch): RawBuilder<unknown>[] {
  if (!('key' in match)) return inRange(match);
  return [sql`left(urlkey, 500) = left(${match.key}, 500)`, sql`urlkey = ${match.key}`];
}

/** The head narrows the scan of the index, the whole key decides. */
function inRange({ from, below }: KeyRange): RawBuilder<unknown>[] {
  const conditions = [sql`left(urlkey, 500) >= left(${from}, 500)`, sql`urlkey >= ${from}`];
  if (below !== undefined) {
    conditions.push(sql`left(urlkey, 500) <= left(${below}, 500)`, sql`urlkey < ${below}`);
  }
  return conditions;
}

function beyond(direction: Direction): RawBuilder<unknown> {
  return direction === 'forward' ? sql`>` : sql`<`;
}
