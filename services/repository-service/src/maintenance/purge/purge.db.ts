// What was purged: artifacts whose bytes had to go, with when, by whom and why. The journal has the same.
import { inTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql, type Transaction } from 'kysely';
import { plainArray } from '../../index/arrays.ts';
import { deleteUnjournaled } from '../../index/change-artifact.db.ts';
import { journaled } from '../../index/journal.db.ts';
import type { IndexSchema } from '../../index/schema.ts';

export interface PurgeOrder {
  by: string;
  reason: string;
}

export interface ToPurge {
  id: string;
  auId: number;
  segmentId: number;
  namespace: string;
  auid: string;
  url: string;
  version: number;
  /** Lower-case hex, of the payload. */
  sha256: string;
  /** The artifact whose record holds its payload, when that is not itself. */
  payloadId: string | null;
}

const columns = sql`
  artifact.id, artifact.au_id as "auId", artifact.segment_id as "segmentId", namespace.name as namespace, au.auid, url,
  version, encode(sha256, 'hex') as sha256, payload_id as "payloadId"
  from artifact join au on au.id = artifact.au_id join namespace on namespace.id = artifact.namespace_id`;

export async function artifactsToPurge(db: Kysely<IndexSchema>, ids: readonly string[]): Promise<ToPurge[]> {
  const { rows } = await sql<ToPurge>`
    select ${columns} where artifact.id = any(${plainArray(ids)}::uuid[]) order by artifact.id`.execute(db);
  return rows;
}

/** The artifacts whose payload lies in the records of these. */
export async function sharersOf(db: Kysely<IndexSchema>, ids: readonly string[]): Promise<ToPurge[]> {
  const { rows } = await sql<ToPurge>`
    select ${columns} where payload_id = any(${plainArray(ids)}::uuid[]) order by artifact.id`.execute(db);
  return rows;
}

/** Other artifacts that hold the same payload in a record of their own; up to a hundred. */
export async function samePayload(db: Kysely<IndexSchema>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct other.id from artifact purged
    join artifact other on other.sha1 = purged.sha1 and other.sha256 = purged.sha256 and other.payload_id is null
    where purged.id = any(${plainArray(ids)}::uuid[]) and other.id <> all(${plainArray(ids)}::uuid[])
    order by other.id limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/** Artifacts share a payload that was to go; nothing was done. */
export class PayloadShared extends Error {
  override name = 'PayloadShared';
  readonly sharers: readonly string[];

  constructor(sharers: readonly string[]) {
    super(`artifacts share a payload that was to go: ${sharers.join(', ')}`);
    this.sharers = sharers;
  }
}

/**
 * The artifacts of one AU are no more, and their bytes are to go: from now on nothing in the AU moves until they have.
 * Answers how many there still were. AUs in bulk transfer, too: this does not wait. Throws PayloadShared.
 */
export async function orderPurge(
  db: Kysely<IndexSchema>,
  auId: number,
  ids: readonly string[],
  { by, reason }: PurgeOrder,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await sql`select from au where id = ${auId} for update`.execute(tx);
    await throwIfShared(tx, ids);
    const { rows } = await sql<{ id: string; sha256: string }>`
      insert into purge (id, au_id, segment_id, sha256, ordered_by, reason)
      select id, au_id, segment_id, sha256, ${by}, ${reason} from artifact
      where id = any(${plainArray(ids)}::uuid[]) and au_id = ${auId}
      returning id, encode(sha256, 'hex') as sha256`.execute(tx);
    if (rows.length === 0) return 0;
    for (const { id } of rows) await deleteUnjournaled(tx, id);
    const [artifacts, digests] = [rows.map(({ id }) => id), rows.map(({ sha256 }) => sha256)];
    await journaled(auId, { op: 'purged', artifacts, digests, by, reason }).execute(tx);
    return rows.length;
  });
}

/** Whoever is just about to share one of their payloads is waited for (originals.db.ts), and nobody can begin to. */
async function throwIfShared(tx: Transaction<IndexSchema>, ids: readonly string[]): Promise<void> {
  await sql`
    select from segment
    where id in (select segment_id from artifact where id = any(${plainArray(ids)}::uuid[]))
    order by id for update`.execute(tx);
  const sharers = (await sharersOf(tx, ids)).map(({ id }) => id).filter((id) => !ids.includes(id));
  if (sharers.length > 0) throw new PayloadShared(sharers);
}

export interface OpenPurge {
  id: string;
  auId: number;
  segmentId: number | null;
}

/** Those whose bytes are still there. */
export async function openPurges(db: Kysely<IndexSchema>): Promise<OpenPurge[]> {
  const { rows } = await sql<OpenPurge>`
    select id, au_id as "auId", segment_id as "segmentId" from purge where erased_at is null
    order by au_id, segment_id, id limit 10000`.execute(db);
  return rows;
}

export async function purgeErased(db: Kysely<IndexSchema>, ids: readonly string[]): Promise<void> {
  await sql`
    update purge set erased_at = now()
    where id = any(${plainArray(ids)}::uuid[]) and erased_at is null`.execute(db);
}

export async function stillOpen(db: Kysely<IndexSchema>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from purge where id = any(${plainArray(ids)}::uuid[]) and erased_at is null`.execute(db);
  return rows.map(({ id }) => id);
}
