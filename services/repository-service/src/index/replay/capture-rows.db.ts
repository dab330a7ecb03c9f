// What the queries of the replay index are made of: their columns, their conditions, and what becomes of a row. Every
// range of keys is one of `artifact_for_replay`, which holds the first 500 characters of a key (its head) and the time.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Capture, Direction } from '../../domain/replay/capture.ts';
import type { CaptureScope, KeyMatch, KeyRange } from '../../domain/replay/capture-index.ts';
import type { IndexSchema } from '../schema.ts';

export async function captures(
  db: Kysely<IndexSchema>,
  scope: CaptureScope,
  conditions: RawBuilder<unknown>[],
  orderAndLimit: RawBuilder<unknown>,
): Promise<Capture[]> {
  const { rows } = await sql<CaptureRow>`
    select ${captureColumns} from artifact ${committedInScope(scope, conditions)} ${orderAndLimit}`.execute(
    db,
  );
  return rows.map(captureOf);
}

export const captureColumns = sql`id, urlkey, url, collection_ms, http_status, mime, redirect,
  encode(sha1, 'hex') as sha1, coalesce(replay_length, record_length) as length`;

export interface CaptureRow {
  readonly id: string;
  readonly urlkey: string;
  readonly url: string;
  readonly collection_ms: number;
  readonly http_status: number | null;
  readonly mime: string | null;
  readonly redirect: string | null;
  readonly sha1: string;
  readonly length: number;
}

export function captureOf(row: CaptureRow): Capture {
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

export function committedInScope(scope: CaptureScope, conditions: RawBuilder<unknown>[]) {
  return inScope(scope, [sql`committed`, ...conditions]);
}

/** Committed or not. */
export function inScope({ namespace, fromMs, toMs }: CaptureScope, conditions: RawBuilder<unknown>[]) {
  const all = [
    sql`namespace_id = (select namespace.id from namespace where name = ${namespace})`,
    ...conditions,
  ];
  if (fromMs !== undefined) all.push(sql`collection_ms >= ${fromMs}::bigint`);
  if (toMs !== undefined) all.push(sql`collection_ms <= ${toMs}::bigint`);
  return sql`where ${allOf(all)}`;
}

export function allOf(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(conditions, sql` and `);
}

export function matching(match: KeyMatch): RawBuilder<unknown>[] {
  if (!('key' in match)) return inRange(match);
  return [sql`left(urlkey, 500) = left(${match.key}, 500)`, sql`urlkey = ${match.key}`];
}

/** The head narrows the scan of the index, the whole key decides. */
export function inRange(range: KeyRange): RawBuilder<unknown>[] {
  return [...lowerBound(range), ...upperBound(range)];
}

export function lowerBound({ from }: KeyRange): RawBuilder<unknown>[] {
  return [sql`left(urlkey, 500) >= left(${from}, 500)`, sql`urlkey >= ${from}`];
}

export function upperBound({ below: end }: KeyRange): RawBuilder<unknown>[] {
  if (end === undefined) return [];
  return [sql`left(urlkey, 500) <= left(${end}, 500)`, sql`urlkey < ${end}`];
}

export function afterOperator(direction: Direction): RawBuilder<unknown> {
  return direction === 'forward' ? sql`>` : sql`<`;
}
