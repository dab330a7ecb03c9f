// The replay index: committed artifacts by urlkey and time, asked for a batch at a time, so that no connection is held
// while a client reads.
import type { ConnectionSource } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import { type KeySpan, spanOfKey } from '../../domain/keys/key-spans.ts';
import type { Capture } from '../../domain/replay/capture.ts';
import type {
  CaptureIndex,
  CaptureScope,
  KeyMatch,
  Page,
  SpanCursor,
  UrlSummary,
} from '../../domain/replay/capture-index.ts';
import type { IndexSchema } from '../schema.ts';
import { positionAt } from './capture-position.db.ts';
import {
  afterOperator,
  allOf,
  captures,
  inScope,
  orderedCaptures,
  type Source,
  sourceOf,
  sourcesOf,
} from './capture-rows.db.ts';
import { capturesAround, capturesByTime, capturesOfKey } from './captures-by-time.db.ts';
import { type EitherOf, eitherIndex } from './either-index.ts';
import { quickAround, quickOfKey, quickOfSpan } from './quick-captures.db.ts';

/** A database, or a share of one. */
export interface CaptureDatabase extends OneDatabase {
  /** A copy of it that may be asked in its place. */
  readonly replica?: (OneDatabase & EitherOf) | undefined;
}

interface OneDatabase {
  readonly kysely: Kysely<IndexSchema>;
  readonly pool: ConnectionSource;
}

/** Once `signal` is aborted no further query is made; the walk that wants one ends with its reason. */
export function captureIndex(database: CaptureDatabase, signal?: AbortSignal): CaptureIndex {
  const { replica } = database;
  const primary = indexOf(database, signal);
  return replica ? eitherIndex(primary, indexOf(replica, signal), replica) : primary;
}

function indexOf({ kysely, pool }: OneDatabase, signal: AbortSignal | undefined): CaptureIndex {
  const open = () => {
    signal?.throwIfAborted();
    return kysely;
  };
  const quickly = () => {
    signal?.throwIfAborted();
    return pool;
  };
  return {
    ofKey: async (scope, key, page) =>
      (await quickOfKey(quickly(), scope, key, page)) ?? capturesOfKey(open(), scope, key, page),
    around: async (scope, key, sides, limit) =>
      (await quickAround(quickly(), scope, key, sides, limit)) ??
      capturesAround(open(), scope, key, sides, limit),
    byTime: async (scope, range, page) => capturesByTime(open(), scope, range, page),
    ofSpan: async (scope, span, page) =>
      (await quickOfSpan(quickly(), scope, span, page)) ?? capturesOfSpan(open(), scope, span, page),
    positionAt: async (scope, match, place) => positionAt(open, scope, match, place),
    count: async (scope, match) => countCaptures(open(), scope, match),
    summary: async (scope, key) => urlSummary(open(), scope, key),
    countUrls: async (scope, match) => countUrls(open(), scope, match),
    byId: async (namespace, ids) => capturesById(open(), namespace, ids),
  };
}

function capturesOfSpan(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  span: KeySpan,
  { direction, after, limit }: Page<SpanCursor>,
): Promise<Capture[]> {
  // The bound that the cursor has passed is left out: a scan of the index could begin there instead of at the cursor.
  const passed = direction === 'forward' ? { from: undefined } : { to: undefined };
  return orderedCaptures(db, scope, after ? { ...span, ...passed } : span, {
    direction,
    limit,
    conditions: (source) => (after ? [behindCursor(source, afterOperator(direction), after)] : []),
  });
}

function behindCursor(
  { part, ms, id, value }: Source,
  operator: ReturnType<typeof afterOperator>,
  { part: passed, at }: SpanCursor,
) {
  if (!at) return sql`${part} ${operator} ${value(passed)}`;
  return sql`(${part}, ${ms}, ${id}) ${operator} (${value(passed)}, ${at.collectionMs}::bigint, ${at.id}::uuid)`;
}

async function countCaptures(db: Kysely<IndexSchema>, scope: CaptureScope, match: KeyMatch): Promise<number> {
  return sumOf(db, scope, match, ({ table, conditions }) => {
    return sql`select count(*) as count from ${table} where ${allOf(conditions)}`;
  });
}

async function countUrls(db: Kysely<IndexSchema>, scope: CaptureScope, match: KeyMatch): Promise<number> {
  return sumOf(db, scope, match, ({ table, conditions, part }) => {
    const keys = sql`select from ${table} where ${allOf(conditions)} group by ${part}, urlkey`;
    return sql`select count(*) as count from (${keys}) url`;
  });
}

async function sumOf(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  match: KeyMatch,
  countOf: (source: Source) => ReturnType<typeof sql>,
): Promise<number> {
  const counts = sourcesOf(scope.namespace, match).map((source) => countOf(inScope(source, scope)));
  if (counts.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select sum(count)::bigint as count from (${sql.join(counts, sql` union all `)}) counted`.execute(db);
  return rows[0]!.count;
}

async function urlSummary(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  key: string,
): Promise<UrlSummary | undefined> {
  const { table, conditions } = inScope(sourceOf(scope.namespace, spanOfKey(key)), scope);
  const { rows } = await sql<UrlSummary>`
    select min(urlkey) as urlkey, min(url) as url, min(collection_ms) as "firstMs",
      max(collection_ms) as "lastMs", count(*) as captures, count(distinct sha1) as versions
    from ${table} where ${allOf(conditions)} having count(*) > 0`.execute(db);
  return rows[0];
}

function capturesById(
  db: Kysely<IndexSchema>,
  namespace: string,
  ids: readonly string[],
): Promise<Capture[]> {
  const ofNamespace = sql`namespace_id = (select namespace.id from namespace where name = ${namespace})`;
  const conditions = [ofNamespace, sql`committed`, sql`id = any(${ids}::uuid[])`];
  return captures(db, { table: sql`artifact`, conditions }, sql``);
}
