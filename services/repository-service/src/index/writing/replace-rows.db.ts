// Repairs damaged artifacts in the index with new records of the same content.
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { artifactColumns, type SegmentRowValues } from '../../domain/record/artifact-columns.ts';
import type { ArtifactRow } from '../../domain/record/entry.ts';
import { artifactKinds } from '../../domain/record/fields.ts';
import { copyFields } from '../../domain/record/read-record.ts';
import { formatPlainArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';
import { makeArtifactColumns, queryWithArrays } from './artifact-rows.db.ts';

/**
 * Switches damaged artifacts, and revisits that share their payloads, to the new records. The old records and their
 * companion records become dead bytes. `source`: origin of the new records. The segment's journal entry lists the
 * artifacts; the revisits get a separate entry.
 */
export async function replaceRows(
  tx: Transaction<IndexSchema>,
  place: SegmentRowValues,
  rows: readonly ArtifactRow[],
  source = 'upload',
): Promise<void> {
  const own = rows.map(toRepairedRow);
  const ids = sql`${formatPlainArray(own.map(({ entry }) => entry.id))}::uuid[]`;
  await countOldRecordsAsDead(tx, ids, place.segmentId);
  const columns = makeArtifactColumns(place, own).filter(
    ({ name, isReplaced }) => name === 'id' || isReplaced,
  );
  const given = columns.map(({ name }) => name);
  const replaced = artifactColumns.flatMap(({ name, isReplaced }) =>
    isReplaced ? sql.raw(`${name} = ${given.includes(name) ? `new.${name}` : 'default'}`) : [],
  );
  await queryWithArrays(columns, own, (unnested) =>
    sql`
      update artifact
      set segment_id = ${place.segmentId}, ${sql.join(replaced)}
      from (${unnested}) new
      where artifact.id = new.id`.execute(tx),
  );
  await moveSharedPayloads(tx, ids);
  await sql`
    with cleared as (
      delete from damage where artifact_id = any(${ids})
        or in_payload and artifact_id in (select id from artifact where payload_id = any(${ids}))
      returning artifact_id, au_id
    )
    insert into journal (au_id, entry)
    select au_id, json_build_object('op', 'repaired', 'artifacts', json_agg(distinct artifact_id), 'source', ${source}::text)
    from cleared where artifact_id <> all(${ids}) group by au_id`.execute(tx);
}

/** Returns the row with the identity of the artifact that it repairs. */
function toRepairedRow(row: ArtifactRow): ArtifactRow {
  const { id, collectionMs, committed } = row.replaces!;
  const record = { ...copyFields(row.entry.record), collectionMs };
  return { ...row, entry: { ...row.entry, id, committed, record } };
}

/**
 * Counts the old records as dead bytes. Locks their segments as a merge does, so that no new revisit can share a
 * payload in these segments (known-originals.db.ts).
 */
async function countOldRecordsAsDead(
  tx: Transaction<IndexSchema>,
  ids: RawBuilder<unknown>,
  segmentId: number,
): Promise<void> {
  await sql`
    select from segment where id in (select segment_id from artifact where id = any(${ids}))
    order by id for update`.execute(tx);
  await sql`
    with kept as (
      delete from kept_record where artifact_id = any(${ids}) and segment_id <> ${segmentId}
      returning segment_id, record_length
    )
    update segment set dead_bytes = dead_bytes + old.bytes
    from (
      select segment_id, sum(bytes)::bigint as bytes from (
        select segment_id, record_length + companions_before + companions_after as bytes
        from artifact where id = any(${ids})
        union all select segment_id, record_length from kept
      ) old_record group by segment_id
    ) old
    where segment.id = old.segment_id`.execute(tx);
}

async function moveSharedPayloads(tx: Transaction<IndexSchema>, ids: RawBuilder<unknown>): Promise<void> {
  await sql`
    update artifact revisit
    set payload_segment_id = holder.segment_id, payload_offset = holder.record_offset,
      payload_length = holder.record_length, payload_crc = holder.record_crc, sha1 = holder.sha1,
      dechunked = holder.dechunked
    from artifact holder
    where holder.id = any(${ids}) and holder.kind <> ${artifactKinds.revisit}
      and revisit.payload_id = holder.id`.execute(tx);
}
