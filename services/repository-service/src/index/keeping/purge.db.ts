// Records purges: artifacts whose bytes must be erased, with the time, the user and the reason. The journal contains
// the same data.
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { JournalEntry } from '../../domain/journal-entry.ts';
import { type LockedCopies, type LockedCopy, summarizeLockedCopies } from '../../domain/locked-copies.ts';
import { formatNumberArray, formatPlainArray, formatTextArray } from '../arrays.ts';
import { buildJournalInsert } from '../aus/au.db.ts';
import { deleteUnjournaledArtifact } from '../aus/change-artifact.db.ts';
import { convertUnderHoldError } from '../aus/holds.db.ts';
import { forgetDeletedArtifacts } from '../deletion/undo.db.ts';
import { hasSha1 } from '../digest-parts.db.ts';
import type { IndexSchema } from '../schema.ts';
import { ArtifactRestoredError, PayloadSharedError } from './purge-errors.ts';

export interface PurgeOrder {
  readonly by: string;
  readonly reason: string;
  /** Number of the approved request. Undefined if the purge needs no approval. */
  readonly request?: number | undefined;
}

export interface ArtifactToPurge {
  readonly id: string;
  readonly auId: number;
  /**
   * Segment of the record. Null if the artifact is already deleted and its records are in several segments or at an
   * unknown position.
   */
  readonly segmentId: number | null;
  readonly namespace: string;
  readonly auid: string;
  /** Null if the artifact is deleted and none of its records is left. */
  readonly url: string | null;
  /** Null if the artifact is already deleted. */
  readonly version: number | null;
  /** Lower-case hex digests of the payload and of the stored body; empty if unknown. */
  readonly sha256: string;
  readonly sha1: string;
  /** Artifact whose record holds the payload. Null if the artifact's own record holds it. */
  readonly payloadId: string | null;
}

const columns = sql`
  artifact.id, artifact.au_id as "auId", artifact.segment_id as "segmentId", namespace.name as namespace, au.auid, url,
  version, encode(sha256, 'hex') as sha256, encode(sha1, 'hex') as sha1, payload_id as "payloadId"
  from artifact join au on au.id = artifact.au_id join namespace on namespace.id = artifact.namespace_id`;

export async function findArtifactsToPurge(
  db: Kysely<IndexSchema>,
  ids: readonly string[],
): Promise<ArtifactToPurge[]> {
  const { rows } = await sql<ArtifactToPurge>`
    select ${columns} where artifact.id = any(${formatPlainArray(ids)}::uuid[]) order by artifact.id`.execute(
    db,
  );
  return rows;
}

/** Returns the artifacts whose payload is stored in the record of one of the given artifacts. */
export async function findPayloadSharers(
  db: Kysely<IndexSchema>,
  ids: readonly string[],
): Promise<ArtifactToPurge[]> {
  const { rows } = await sql<ArtifactToPurge>`
    select ${columns} where payload_id = any(${formatPlainArray(ids)}::uuid[]) order by artifact.id`.execute(
    db,
  );
  return rows;
}

/** Returns up to 100 other artifacts that have the same payload in their own record. */
export async function findSamePayload(
  db: Kysely<IndexSchema>,
  chosen: readonly ArtifactToPurge[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct other.id from unnest(
      ${formatTextArray(chosen.map(({ sha1 }) => sha1))}::text[], ${formatTextArray(chosen.map(({ sha256 }) => sha256))}::text[]
    ) purged(sha1, sha256)
    join artifact other on ${hasSha1(sql`other`, sql`decode(purged.sha1, 'hex')`)}
      and other.sha256 = decode(purged.sha256, 'hex') and other.payload_id is null
    where other.id <> all(${formatPlainArray(chosen.map(({ id }) => id))}::uuid[])
    order by other.id limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Deletes artifacts of one AU and orders the erasure of their bytes. Compaction does not touch the AU until the bytes
 * are erased. Also accepts AUs in bulk transfer, because a purge must not wait. Returns how many of the artifacts
 * existed. Throws PayloadSharedError and UnderHoldError.
 */
export async function orderPurge(
  db: Kysely<IndexSchema>,
  auId: number,
  ids: readonly string[],
  { by, reason, request }: PurgeOrder,
): Promise<number> {
  const work = runInTransaction(db, async (tx) => {
    await sql`select from au where id = ${auId} for update`.execute(tx);
    await throwIfShared(tx, ids);
    const { rows } = await sql<{ id: string; sha256: string }>`
      insert into purge (id, au_id, segment_id, sha256, ordered_by, reason)
      select id, au_id, ${segmentOfAll}, sha256, ${by}, ${reason} from artifact
      where id = any(${formatPlainArray(ids)}::uuid[]) and au_id = ${auId}
      returning id, encode(sha256, 'hex') as sha256`.execute(tx);
    if (rows.length === 0) return 0;
    for (const { id } of rows) await deleteUnjournaledArtifact(tx, id);
    const [artifacts, digests] = [rows.map(({ id }) => id), rows.map(({ sha256 }) => sha256)];
    await buildJournalInsert(auId, toPurgedEntry({ artifacts, digests, by, reason, request })).execute(tx);
    return rows.length;
  });
  return convertUnderHoldError(work);
}

function toPurgedEntry({
  request,
  ...entry
}: PurgeOrder & { artifacts: string[]; digests: string[] }): JournalEntry {
  return { op: 'purged', ...entry, ...(request !== undefined && { request }) };
}

/** Null if some companion records of an artifact are not in the segment of the artifact's own record. */
const segmentOfAll = sql`
  case when not exists (
    select from kept_record where artifact_id = artifact.id and segment_id <> artifact.segment_id
  ) then segment_id end`;

/**
 * Records the purge of artifacts that are already deleted, and orders their erasure. Throws ArtifactRestoredError,
 * PayloadSharedError and UnderHoldError.
 */
export async function orderPurgeOfDeleted(
  db: Kysely<IndexSchema>,
  auId: number,
  deleted: readonly ArtifactToPurge[],
  { by, reason, request }: PurgeOrder,
): Promise<void> {
  const artifacts = deleted.map(({ id }) => id);
  const digests = deleted.map(({ sha256 }) => sha256);
  const segments = deleted.flatMap(({ segmentId }) => (segmentId === null ? [] : [segmentId]));
  const work = runInTransaction(db, async (tx) => {
    await sql`select from au where id = ${auId} for update`.execute(tx);
    const restored = await findArtifactsToPurge(tx, artifacts);
    if (restored.length > 0) throw new ArtifactRestoredError(restored.map(({ id }) => id));
    await throwIfShared(tx, artifacts, segments);
    const { rows } = await sql`
      insert into purge (id, au_id, segment_id, sha256, ordered_by, reason)
      select id, ${auId}, segment_id, decode(sha256, 'hex'), ${by}, ${reason} from unnest(
        ${formatPlainArray(artifacts)}::uuid[], ${formatNumberArray(deleted.map(({ segmentId }) => segmentId ?? undefined))}::bigint[],
        ${formatTextArray(digests)}::text[]
      ) deleted(id, segment_id, sha256)
      on conflict (id) do nothing
      returning id`.execute(tx);
    if (rows.length === 0) return;
    await forgetDeletedArtifacts(tx, artifacts);
    await buildJournalInsert(auId, toPurgedEntry({ artifacts, digests, by, reason, request })).execute(tx);
  });
  await convertUnderHoldError(work);
}

/**
 * Throws PayloadSharedError if other artifacts share a payload. Locks the segments first. The lock waits for
 * transactions that are about to share one of the payloads (known-originals.db.ts), and prevents new ones.
 */
async function throwIfShared(
  tx: Transaction<IndexSchema>,
  ids: readonly string[],
  segments: readonly number[] = [],
): Promise<void> {
  await sql`
    select from segment
    where id in (select segment_id from artifact where id = any(${formatPlainArray(ids)}::uuid[]))
      or id = any(${formatNumberArray(segments)}::bigint[])
    order by id for update`.execute(tx);
  const sharers = (await findPayloadSharers(tx, ids)).map(({ id }) => id).filter((id) => !ids.includes(id));
  if (sharers.length > 0) throw new PayloadSharedError(sharers);
}

export interface OpenPurge {
  readonly id: string;
  readonly auId: number;
  readonly segmentId: number | null;
  readonly orderedMs: number;
}

/**
 * Returns the purges whose bytes are not erased. Omits purges that wait for a lock to end, unless `evenLocked` is true.
 */
export async function listOpenPurges(
  db: Kysely<IndexSchema>,
  { evenLocked }: { evenLocked: boolean },
): Promise<OpenPurge[]> {
  const { rows } = await sql<OpenPurge>`
    select id, au_id as "auId", segment_id as "segmentId",
      (extract(epoch from ordered_at) * 1000)::float8 as "orderedMs" from purge
    where erased_at is null and (${evenLocked} or retry_at is null or retry_at <= now())
    order by au_id, segment_id, id limit 10000`.execute(db);
  return rows;
}

export interface OpenPurgeCounts {
  /** Number of artifacts whose bytes are not erased yet. */
  readonly open: number;
  /** Number of these artifacts whose remaining bytes can only be in versions that object lock protects. */
  readonly locked: number;
  /** Age of the oldest open purge that does not wait for a lock, in seconds. 0 if there is none. */
  readonly oldestSeconds: number;
}

export async function countOpenPurges(db: Kysely<IndexSchema>): Promise<OpenPurgeCounts> {
  const { rows } = await sql<OpenPurgeCounts>`
    select count(*)::float8 as open, count(locked)::float8 as locked,
      coalesce(extract(epoch from now() - min(ordered_at) filter (where locked is null)), 0)::float8 as "oldestSeconds"
    from purge where erased_at is null`.execute(db);
  return rows[0]!;
}

export async function markPurgesErased(db: Kysely<IndexSchema>, ids: readonly string[]): Promise<void> {
  await sql`
    with erased as (
      update purge set erased_at = now(), locked = null, retry_at = null
      where id = any(${formatPlainArray(ids)}::uuid[]) and erased_at is null returning id, au_id
    )
    insert into journal (au_id, entry)
    select au_id, json_build_object('op', 'erased', 'artifacts', json_agg(id)) from erased group by au_id`.execute(
    db,
  );
}

/**
 * Records that these locked versions are the only ones that may still contain the bytes. Compaction tries again in an
 * hour, or as soon as a retention period ends.
 */
export async function markPurgesLocked(
  db: Kysely<IndexSchema>,
  ids: readonly string[],
  locked: readonly LockedCopy[],
): Promise<void> {
  const nextMs = Math.min(...locked.map(({ until }) => until ?? Number.MAX_SAFE_INTEGER));
  await sql`
    update purge set locked = ${JSON.stringify(summarizeLockedCopies(locked))}::json,
      retry_at = least(now() + interval '1 hour', to_timestamp(least(${nextMs}::float8, 1e14) / 1000))
    where id = any(${formatPlainArray(ids)}::uuid[]) and erased_at is null`.execute(db);
}

/** Returns the locked versions for which the open purges among `ids` wait, by AU. */
export async function listLockedCopies(
  db: Kysely<IndexSchema>,
  ids: readonly string[],
): Promise<{ auId: number; locked: LockedCopies }[]> {
  const { rows } = await sql<{ auId: number; locked: LockedCopies }>`
    select distinct on (au_id) au_id as "auId", locked from purge
    where id = any(${formatPlainArray(ids)}::uuid[]) and erased_at is null and locked is not null
    order by au_id, retry_at desc`.execute(db);
  return rows;
}

export async function findOpenPurges(db: Kysely<IndexSchema>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from purge where id = any(${formatPlainArray(ids)}::uuid[]) and erased_at is null`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the artifacts among `ids` whose bytes have already been erased. */
export async function findErasedArtifacts(
  db: Kysely<IndexSchema>,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from purge where id = any(${formatPlainArray(ids)}::uuid[]) and erased_at is not null order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export interface AuSegment {
  readonly id: number;
  readonly key: string;
  readonly sizeBytes: number;
  readonly manifestOffset: number | undefined;
}

export async function listAuSegments(db: Kysely<IndexSchema>, auId: number): Promise<AuSegment[]> {
  const { rows } = await sql<AuSegment & { manifestOffset: number | null }>`
    select id, key, size_bytes as "sizeBytes", manifest_offset as "manifestOffset" from segment
    where au_id = ${auId} order by id`.execute(db);
  return rows.map((row) => ({ ...row, manifestOffset: row.manifestOffset ?? undefined }));
}
