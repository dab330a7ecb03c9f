// Reads the condition of an AU: its checks, its damage, its holds, and how complete its segments are in each store.
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

export interface AuConditionRow {
  readonly auId: number;
  readonly artifacts: number;
  readonly uncommitted: number;
  readonly damaged: number;
  readonly segments: number;
  /** Number of segments whose object is missing or damaged as a whole. */
  readonly faulty: number;
  /** Number of segments that were never checked. */
  readonly unchecked: number;
  /** Time of the least recent check among the segments. Null if no segment was checked. */
  readonly oldestCheckMs: number | null;
  readonly latestCheckMs: number | null;
  /** Number of holds in effect on the AU and on its artifacts. */
  readonly holds: number;
}

/** Returns the condition of an AU. Returns undefined if the AU has no artifacts. */
export async function readAuCondition(
  db: Kysely<IndexSchema>,
  namespace: string,
  auidSha256: Buffer,
): Promise<AuConditionRow | undefined> {
  const { rows } = await sql<AuConditionRow>`
    select au.id as "auId", artifact_count as artifacts, artifact_count - committed_count as uncommitted,
      (select count(distinct artifact_id) from damage where au_id = au.id) as damaged,
      (select count(*) from hold where au_id = au.id and (until is null or until > clock_timestamp())) as holds,
      checked.*
    from au join namespace on namespace.id = au.namespace_id
    cross join lateral (
      select count(*) as segments, count(*) filter (where fault is not null) as faulty,
        count(*) filter (where checked_ms is null) as unchecked, min(checked_ms) as "oldestCheckMs",
        max(checked_ms) as "latestCheckMs"
      from segment where au_id = au.id
    ) checked
    where namespace.name = ${namespace} and auid_sha256 = ${auidSha256} and artifact_count > 0`.execute(db);
  return rows[0];
}

export interface AuStoreRow {
  readonly id: string;
  readonly name: string;
  readonly location: string;
  readonly role: 'primary' | 'copy' | 'archive';
  readonly state: 'filling' | 'complete' | 'retiring';
  /** Number of the AU's segments that are missing in the store, or have not been compared with the other stores yet. */
  readonly missing: number;
  readonly damaged: number;
}

/** Returns each store with the number of the AU's segments that are not intact in it. */
export async function readAuStores(db: Kysely<IndexSchema>, auId: number): Promise<AuStoreRow[]> {
  const { rows } = await sql<AuStoreRow>`
    select store.id, store.name, store.location, store.role, store.state,
      count(segment.id) filter (where not is_compared or task = 'copy') as missing,
      count(segment.id) filter (where is_compared and task = 'repair') as damaged
    from store
    left join segment on segment.au_id = ${auId}
    left join object_copy on object_copy.key = segment.key and store_id = store.id and task <> 'delete'
    cross join lateral (
      select store.state <> 'filling' or segment.key collate "C" <= store.scanned_key as is_compared
    ) compared
    group by store.id order by store.added_at, store.name`.execute(db);
  return rows;
}
