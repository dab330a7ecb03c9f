// Repair in the index: damaged artifacts point at the new records of their content, and so do the revisits that share
// their payloads; the old records are dead. For the transaction that makes the new segment's rows, under the AU's lock.
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { ArtifactRow } from '../domain/artifact-row.ts';
import { plainArray } from './arrays.ts';
import { columnsOf, digests, type RowPlace } from './insert-rows.db.ts';
import { artifactKinds, type IndexSchema } from './schema.ts';

/** What describes the record. Everything else of the artifact stays. */
const recordColumns = [
  'record_offset',
  'record_length',
  'record_crc',
  'http_status',
  'kind',
  'committed',
  'dechunked',
  'mime',
  'redirect',
];
const payloadColumns = [
  'payload_id',
  'payload_segment_id',
  'payload_offset',
  'payload_length',
  'payload_crc',
  'replay_length',
];

/** `rows`: those that replace. */
export async function replaceRows(
  tx: Transaction<IndexSchema>,
  place: RowPlace,
  rows: readonly ArtifactRow[],
): Promise<void> {
  const own = rows.map(asArtifact);
  const ids = sql`${plainArray(own.map(({ entry }) => entry.id))}::uuid[]`;
  await leaveOldRecords(tx, ids);
  const columns = columnsOf(place, own);
  const given = Object.keys(columns).filter((name) => name === 'id' || isReplaced(name));
  const names = sql.raw(given.join(', '));
  const replaced = [...recordColumns, ...payloadColumns].map((name) =>
    sql.raw(name in columns ? `${name} = new.${name}` : `${name} = null`),
  );
  await sql`
    update artifact
    set segment_id = ${place.segmentId}, ${sql.join(replaced)},
      sha1 = substring(${digests(own, 'storedSha1')}::bytea from (new.position::integer - 1) * 20 + 1 for 20)
    from unnest(${sql.join(given.map((name) => columns[name]!))}) with ordinality new(${names}, position)
    where artifact.id = new.id`.execute(tx);
  await moveSharers(tx, ids);
  await sql`
    delete from damage where artifact_id = any(${ids})
      or in_payload and artifact_id in (select id from artifact where payload_id = any(${ids}))`.execute(tx);
}

/** The row as that of the artifact whose place it takes. */
function asArtifact(row: ArtifactRow): ArtifactRow {
  const { id, collectionMs, committed } = row.replaces!;
  const record = { ...row.entry.record, collectionMs };
  return { ...row, entry: { ...row.entry, id, committed, record } };
}

function isReplaced(name: string): boolean {
  return recordColumns.includes(name) || payloadColumns.includes(name);
}

/**
 * Their segments are locked, as whoever moves records does, so that no revisit is given a payload there at this moment
 * (originals.db.ts).
 */
async function leaveOldRecords(tx: Transaction<IndexSchema>, ids: RawBuilder<unknown>): Promise<void> {
  await sql`
    select from segment where id in (select segment_id from artifact where id = any(${ids}))
    order by id for update`.execute(tx);
  await sql`
    update segment set dead_bytes = dead_bytes + old.bytes
    from (
      select segment_id, sum(record_length)::bigint as bytes from artifact where id = any(${ids}) group by segment_id
    ) old
    where segment.id = old.segment_id`.execute(tx);
}

async function moveSharers(tx: Transaction<IndexSchema>, ids: RawBuilder<unknown>): Promise<void> {
  await sql`
    update artifact revisit
    set payload_segment_id = holder.segment_id, payload_offset = holder.record_offset,
      payload_length = holder.record_length, payload_crc = holder.record_crc, sha1 = holder.sha1,
      dechunked = holder.dechunked
    from artifact holder
    where holder.id = any(${ids}) and holder.kind <> ${artifactKinds.revisit}
      and revisit.payload_id = holder.id`.execute(tx);
}
