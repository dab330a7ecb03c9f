// Lists purges page by page.
import { type Kysely, sql } from 'kysely';
import type { LockedCopies } from '../../domain/locked-copies.ts';
import type { IndexSchema } from '../schema.ts';

export interface ListedPurge {
  readonly uuid: string;
  readonly namespace: string;
  readonly auid: string;
  /** SHA-256 in lower-case hex. Empty if unknown. */
  readonly sha256: string;
  readonly orderedMs: number;
  readonly by: string;
  readonly reason: string;
  /** Null while the bytes still exist. */
  readonly erasedMs: number | null;
  /** Null unless only locked versions in object stores may contain the bytes. */
  readonly locked: LockedCopies | null;
}

export interface PurgePosition {
  /** Timestamp as PostgreSQL text, whose resolution is finer than milliseconds. */
  readonly at: string;
  readonly uuid: string;
}

const columns = sql`
  purge.id as uuid, namespace.name as namespace, auid, encode(sha256, 'hex') as sha256,
  (extract(epoch from ordered_at) * 1000)::float8 as "orderedMs", ordered_by as by, reason,
  (extract(epoch from erased_at) * 1000)::float8 as "erasedMs", locked, ordered_at::text as at
  from purge join au on au.id = purge.au_id join namespace on namespace.id = au.namespace_id`;

/** Returns purges, newest first. */
export async function listPurges(
  db: Kysely<IndexSchema>,
  { after, limit }: { after: PurgePosition | undefined; limit: number },
): Promise<(ListedPurge & PurgePosition)[]> {
  const behind = after
    ? sql`(ordered_at, purge.id) < (${after.at}::timestamptz, ${after.uuid}::uuid)`
    : sql`true`;
  const { rows } = await sql<ListedPurge & PurgePosition>`
    select ${columns} where ${behind} order by ordered_at desc, purge.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function countPurges(db: Kysely<IndexSchema>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from purge`.execute(db);
  return rows[0]!.total;
}
