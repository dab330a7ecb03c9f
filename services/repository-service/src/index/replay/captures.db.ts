// Replay index: committed artifacts by urlkey and time. Captures are read in batches, so that slow clients do not
// occupy connections.
import type { ConnectionSource } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import { isLongKey, toKeyPrefixRange } from '../../domain/keys/key-prefix-ranges.ts';
import type { Capture } from '../../domain/replay/capture.ts';
import type { CaptureIndex, CaptureScope, KeyMatch, UrlSummary } from '../../domain/replay/capture-index.ts';
import type { IndexSchema } from '../schema.ts';
import { findPositionAt } from './capture-position.db.ts';
import {
  buildTimeConditions,
  type CaptureSource,
  joinConditions,
  listCaptureSources,
  selectCaptures,
  toCaptureSource,
} from './capture-rows.db.ts';
import { findCapturesByTime } from './captures-by-time.db.ts';
import { findLongCapturesAround, findLongKeyCaptures, findLongSpanCaptures } from './long-captures.db.ts';
import { findCapturesAround, findKeyCaptures, findSpanCaptures } from './prepared-captures.db.ts';

/** Database, or a share of its connection pool. */
export interface CaptureDatabase extends DatabaseHandles {
  /** Read replica for queries, if configured. */
  readonly replica?: (DatabaseHandles & ReplicaRouting) | undefined;
}

interface DatabaseHandles {
  readonly kysely: Kysely<IndexSchema>;
  readonly pool: ConnectionSource;
}

/** Opens the replay index. After `signal` aborts, no new query starts: the methods reject with the signal's reason. */
export function openCaptureIndex(database: CaptureDatabase, signal?: AbortSignal): CaptureIndex {
  const { replica } = database;
  const primary = createCaptureIndex(database, signal);
  return replica ? createRoutedIndex(primary, createCaptureIndex(replica, signal), replica) : primary;
}

function createCaptureIndex(
  { kysely, pool }: DatabaseHandles,
  signal: AbortSignal | undefined,
): CaptureIndex {
  const open = () => {
    signal?.throwIfAborted();
    return kysely;
  };
  const connections = () => {
    signal?.throwIfAborted();
    return pool;
  };
  return {
    ofKey: async (scope, key, page) =>
      isLongKey(key)
        ? findLongKeyCaptures(open(), scope, key, page)
        : findKeyCaptures(connections(), scope, key, page),
    around: async (scope, key, sides, limit) =>
      isLongKey(key)
        ? findLongCapturesAround(open(), scope, key, sides, limit)
        : findCapturesAround(connections(), scope, key, sides, limit),
    byTime: async (scope, range, page) => findCapturesByTime(open(), scope, range, page),
    ofSpan: async (scope, span, page) =>
      span.prefix.length > 0
        ? findLongSpanCaptures(open(), scope, span, page)
        : findSpanCaptures(connections(), scope, span, page),
    positionAt: async (scope, match, place) => findPositionAt(open, scope, match, place),
    count: async (scope, match) => countCaptures(open(), scope, match),
    summary: async (scope, key) => summarizeUrl(open(), scope, key),
    countUrls: async (scope, match) => countUrls(open(), scope, match),
    byId: async (namespace, ids) => findCapturesById(open(), namespace, ids),
  };
}

async function countCaptures(db: Kysely<IndexSchema>, scope: CaptureScope, match: KeyMatch): Promise<number> {
  return sumCounts(db, scope, match, ({ table, conditions }) => {
    return sql`select count(*) as count from ${table} where ${joinConditions(conditions)}`;
  });
}

async function countUrls(db: Kysely<IndexSchema>, scope: CaptureScope, match: KeyMatch): Promise<number> {
  return sumCounts(db, scope, match, ({ table, conditions, part }) => {
    const keys = sql`select from ${table} where ${joinConditions(conditions)} group by ${part}, urlkey`;
    return sql`select count(*) as count from (${keys}) url`;
  });
}

async function sumCounts(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  match: KeyMatch,
  countOf: (source: CaptureSource) => ReturnType<typeof sql>,
): Promise<number> {
  const counts = listCaptureSources(scope.namespace, match).map((source) =>
    countOf(buildTimeConditions(source, scope)),
  );
  if (counts.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select sum(count)::bigint as count from (${sql.join(counts, sql` union all `)}) counted`.execute(db);
  return rows[0]!.count;
}

async function summarizeUrl(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  key: string,
): Promise<UrlSummary | undefined> {
  const { table, conditions } = buildTimeConditions(
    toCaptureSource(scope.namespace, toKeyPrefixRange(key)),
    scope,
  );
  const { rows } = await sql<UrlSummary>`
    select min(urlkey) as urlkey, min(url) as url, min(collection_ms) as "firstMs",
      max(collection_ms) as "lastMs", count(*) as captures, count(distinct sha1) as versions
    from ${table} where ${joinConditions(conditions)} having count(*) > 0`.execute(db);
  return rows[0];
}

function findCapturesById(
  db: Kysely<IndexSchema>,
  namespace: string,
  ids: readonly string[],
): Promise<Capture[]> {
  const ofNamespace = sql`namespace_id = (select namespace.id from namespace where name = ${namespace})`;
  const conditions = [ofNamespace, sql`committed`, sql`id = any(${ids}::uuid[])`];
  return selectCaptures(db, { table: sql`artifact`, conditions }, sql``);
}

// Replay index with a read replica. Each query goes to the replica or the primary. An iteration continues by key and
// time, so its batches may come from both. It repeats no capture, and may skip only new captures.
interface ReplicaRouting {
  /** Queries the replica, or the primary while the replica must not be used. */
  read<Found>(ofCopy: () => Promise<Found>, ofPrimary: () => Promise<Found>): Promise<Found>;
}

function createRoutedIndex(
  primary: CaptureIndex,
  copy: CaptureIndex,
  { read }: ReplicaRouting,
): CaptureIndex {
  const either = <Found>(ask: (index: CaptureIndex) => Promise<Found>) =>
    read(
      () => ask(copy),
      () => ask(primary),
    );
  return {
    ofKey: (...asked) => either((index) => index.ofKey(...asked)),
    around: (...asked) => either((index) => index.around(...asked)),
    byTime: (...asked) => either((index) => index.byTime(...asked)),
    ofSpan: (...asked) => either((index) => index.ofSpan(...asked)),
    positionAt: (...asked) => either((index) => index.positionAt(...asked)),
    count: (...asked) => either((index) => index.count(...asked)),
    summary: (...asked) => either((index) => index.summary(...asked)),
    countUrls: (...asked) => either((index) => index.countUrls(...asked)),
    byId: (...asked) => either((index) => index.byId(...asked)),
  };
}
