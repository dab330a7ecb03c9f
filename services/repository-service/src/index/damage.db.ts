// Registers damage in the index: which artifacts are unreadable, and why.
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { formatBooleanArray, formatNumberArray, formatPlainArray, formatTextArray } from './arrays.ts';
import type { IndexSchema } from './schema.ts';

export interface FoundDamage {
  readonly artifactId: string;
  readonly auId: number;
  /** Whether the damage is in another artifact's record, which contains the payload of this revisit. */
  readonly inPayload: boolean;
  /** Whether only the artifact's companion records (request, metadata) are damaged. The artifact is readable then. */
  readonly inCompanions: boolean;
  /** Segment and offset at which the damaged record was read. */
  readonly segmentId: number;
  /** For companion records adjacent to the artifact's own record: the offset of the artifact's record. */
  readonly offset: number;
  readonly reason: string;
}

/**
 * Registers damage and journals it if it is new. Skips records that were repaired or moved in the meantime. Returns the
 * number of damage rows inserted or updated.
 */
export async function markDamage(
  db: Kysely<IndexSchema>,
  found: readonly FoundDamage[],
  foundMs: number,
): Promise<number> {
  let marked = 0;
  const byAu = Map.groupBy(found, ({ auId }) => auId);
  for (const [auId, ofAu] of byAu) {
    marked += await runInTransaction(db, async (tx) => {
      // Lock the AU, so that no damage is registered while the AU is being repaired. The rows are locked as well, because
      // a repair in another AU changes the revisits that share its payloads.
      await sql`select from au where id = ${auId} for update`.execute(tx);
      const { rows } = await sql<{ marked: number }>`
        with at_place as (select artifact.id, au_id, found.*
        from unnest(
          ${formatPlainArray(ofAu.map(({ artifactId }) => artifactId))}::uuid[],
          ${formatBooleanArray(ofAu.map(({ inPayload }) => inPayload))}::boolean[],
          ${formatBooleanArray(ofAu.map(({ inCompanions }) => inCompanions))}::boolean[],
          ${formatNumberArray(ofAu.map(({ segmentId }) => segmentId))}::bigint[],
          ${formatNumberArray(ofAu.map(({ offset }) => offset))}::bigint[],
          ${formatTextArray(ofAu.map(({ reason }) => reason))}::text[]
        ) found(artifact_id, in_payload, in_companions, place_id, place_offset, reason)
        join artifact on artifact.id = found.artifact_id
        where case when in_payload
          then payload_segment_id = place_id and payload_offset = place_offset
          else artifact.segment_id = place_id and artifact.record_offset = place_offset
            or in_companions and exists (
              select from kept_record
              where artifact_id = artifact.id and segment_id = place_id and record_offset = place_offset
            ) end
        for share of artifact),
        marked as (insert into damage (artifact_id, in_payload, in_companions, segment_id, au_id, reason, found_ms)
        select distinct on (id, in_payload, in_companions)
          id, in_payload, in_companions, place_id, au_id, reason, ${foundMs} from at_place
        on conflict (artifact_id, in_payload, in_companions)
          do update set segment_id = excluded.segment_id, reason = excluded.reason
          returning artifact_id, reason, xmax = 0 as is_new),
        noted as (
          insert into journal (au_id, entry)
          select ${auId}, json_build_object('op', 'damaged', 'artifacts', json_agg(distinct artifact_id), 'reason', reason)
          from marked where is_new group by reason
        )
        select count(*) as marked from marked`.execute(tx);
      return rows[0]!.marked;
    });
  }
  return marked;
}

/**
 * Clears the damage that was registered in these segments until `beforeMs`, except the damage in `found`. Returns the
 * number of damage rows deleted.
 */
export async function clearDamage(
  db: Kysely<IndexSchema>,
  segmentIds: readonly number[],
  { found, beforeMs }: { found: readonly FoundDamage[]; beforeMs: number },
): Promise<number> {
  return clear(
    db,
    sql`segment_id = any(${formatNumberArray(segmentIds)}::bigint[]) and found_ms <= ${beforeMs}
      and (artifact_id, in_payload, in_companions) not in (
        select * from unnest(
          ${formatPlainArray(found.map(({ artifactId }) => artifactId))}::uuid[],
          ${formatBooleanArray(found.map(({ inPayload }) => inPayload))}::boolean[],
          ${formatBooleanArray(found.map(({ inCompanions }) => inCompanions))}::boolean[]))`,
  );
}

/**
 * Clears the damage that matches a condition. Writes a journal entry that the affected artifacts are intact, if they
 * still exist. Returns the number of damage rows deleted.
 */
async function clear(db: Kysely<IndexSchema>, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ cleared: number }>`
    with cleared as (delete from damage where ${condition} returning artifact_id, au_id),
    noted as (
      insert into journal (au_id, entry)
      select cleared.au_id, json_build_object('op', 'well', 'artifacts', json_agg(distinct artifact_id))
      from cleared join artifact on artifact.id = artifact_id group by cleared.au_id
    )
    select count(*) as cleared from cleared`.execute(db);
  return rows[0]!.cleared;
}

/** Clears the damage of records that were deleted or moved. */
export async function clearStaleDamage(db: Kysely<IndexSchema>): Promise<void> {
  await clear(
    db,
    sql`not exists (
      select from artifact where id = damage.artifact_id and (
        damage.segment_id = case when in_payload then payload_segment_id else artifact.segment_id end
        or in_companions and exists (
          select from kept_record where artifact_id = artifact.id and segment_id = damage.segment_id
        ))
    )`,
  );
}

export async function clearArtifactDamage(
  db: Kysely<IndexSchema>,
  { artifactId, inPayload, inCompanions }: Pick<FoundDamage, 'artifactId' | 'inPayload' | 'inCompanions'>,
): Promise<void> {
  await clear(
    db,
    sql`artifact_id = ${artifactId} and in_payload = ${inPayload} and in_companions = ${inCompanions}`,
  );
}

/** Clears the damage of a record unless the record was moved after it was read. */
export async function clearDamageAt(
  db: Kysely<IndexSchema>,
  { artifactId, inPayload, segmentId }: Pick<FoundDamage, 'artifactId' | 'inPayload' | 'segmentId'>,
): Promise<void> {
  await clear(
    db,
    sql`artifact_id = ${artifactId} and in_payload = ${inPayload} and not in_companions
      and segment_id = ${segmentId}`,
  );
}

/** Counts damaged artifacts. An artifact with several damaged records counts only once. */
export async function countDamaged(db: Kysely<IndexSchema>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct artifact_id) as count from damage`.execute(db);
  return rows[0]!.count;
}
