// Queries for the fixity report.
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

export interface AuFixity {
  readonly namespace: string;
  readonly auid: string;
  readonly artifacts: number;
  readonly damaged: number;
  readonly segments: number;
  /** Number of segments that were never checked. */
  readonly unchecked: number;
  /** Time of the least recent check among the AU's segments. Undefined if a segment was never checked. */
  readonly checkedMs: number | undefined;
}

export interface DamagedArtifact {
  readonly uuid: string;
  readonly namespace: string;
  readonly auid: string;
  readonly uri: string;
  readonly version: number;
  readonly committed: boolean;
  readonly reason: string;
  readonly foundMs: number;
  /** Object key of the damaged segment. */
  readonly key: string | undefined;
}

export interface FaultyObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly reason: string;
}

/** Returns the AUs, ordered by namespace and AUID. `auid`: only AUs with this AUID. */
export async function listAuFixity(
  db: Kysely<IndexSchema>,
  { namespace, auid }: { namespace?: string | undefined; auid?: string | undefined },
): Promise<AuFixity[]> {
  const { rows } = await sql<Omit<AuFixity, 'checkedMs'> & { checked_ms: number | null }>`
    select namespace.name as namespace, auid, artifact_count as artifacts,
      (select count(distinct artifact_id) from damage where au_id = au.id) as damaged,
      count(segment.id) as segments, count(segment.id) filter (where checked_ms is null) as unchecked,
      case when bool_and(checked_ms is not null) then min(checked_ms) end as checked_ms
    from au
    join namespace on namespace.id = au.namespace_id
    left join segment on segment.au_id = au.id
    where ${namespace ?? null}::text is null or namespace.name = ${namespace ?? null}
    group by namespace.name, au.id
    having (${auid ?? null}::text is null or auid = ${auid ?? null}) and (artifact_count > 0 or count(segment.id) > 0)
    order by namespace.name, auid`.execute(db);
  return rows.map(({ checked_ms, ...row }) => ({ ...row, checkedMs: checked_ms ?? undefined }));
}

/** Returns damaged artifacts in any order. An artifact with several damaged records is returned once. */
export async function listDamagedArtifacts(
  db: Kysely<IndexSchema>,
  { namespace, auid, limit }: { namespace?: string | undefined; auid?: string | undefined; limit: number },
): Promise<DamagedArtifact[]> {
  const { rows } = await sql<Omit<DamagedArtifact, 'key'> & { key: string | null }>`
    select distinct on (artifact.id) artifact.id as uuid, namespace.name as namespace, auid, url as uri, version,
      committed, reason, found_ms as "foundMs", segment.key
    from damage
    join artifact on artifact.id = damage.artifact_id
    join au on au.id = artifact.au_id
    join namespace on namespace.id = au.namespace_id
    left join segment on segment.id = damage.segment_id
    where (${namespace ?? null}::text is null or namespace.name = ${namespace ?? null})
      and (${auid ?? null}::text is null or auid = ${auid ?? null})
    order by artifact.id, in_companions, in_payload
    limit ${limit}`.execute(db);
  return rows.map(({ key, ...row }) => ({ ...row, key: key ?? undefined }));
}

/** Returns faulty objects: segments' objects with a fault, and objects that the index lacks. */
export async function listFaultyObjects(db: Kysely<IndexSchema>, limit: number): Promise<FaultyObject[]> {
  const { rows } = await sql<FaultyObject>`
    select key, size_bytes as "sizeBytes", fault as reason from segment where fault is not null
    union all
    select key, size_bytes, reason from stray_object
    order by key limit ${limit}`.execute(db);
  return rows;
}

export async function countFaultyObjects(db: Kysely<IndexSchema>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from segment where fault is not null) + (select count(*) from stray_object) as count`.execute(
    db,
  );
  return rows[0]!.count;
}

/**
 * Returns the time of the least recent check of a segment. For an unchecked segment, its store time is used. Returns
 * undefined if there are no segments.
 */
export async function readOldestCheckMs(db: Kysely<IndexSchema>): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select least(
      (select min(checked_ms) from segment),
      (select min(created_ms) from segment where checked_ms is null)
    ) as ms`.execute(db);
  return rows[0]?.ms ?? undefined;
}

interface FixityShare {
  readonly bytes: number;
  /** Number of bytes in segments that were checked since the given time. */
  readonly checkedBytes: number;
  /** Number of bytes in segments that were stored since the given time, and not checked since then. */
  readonly recentBytes: number;
}

/** Returns the total number of stored bytes and the number of checked bytes. Scans the table of segments. */
export async function readFixityShare(db: Kysely<IndexSchema>, sinceMs: number): Promise<FixityShare> {
  const { rows } = await sql<FixityShare>`
    select coalesce(sum(size_bytes), 0)::bigint as bytes,
      coalesce(sum(size_bytes) filter (where checked_ms >= ${sinceMs}), 0)::bigint as "checkedBytes",
      coalesce(sum(size_bytes) filter (where checked_ms is null and created_ms >= ${sinceMs}), 0)::bigint
        as "recentBytes"
    from segment`.execute(db);
  return rows[0]!;
}
