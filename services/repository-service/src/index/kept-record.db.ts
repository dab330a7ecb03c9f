// Rows of `kept_record`: companion records (request, metadata) that are not adjacent to their artifact, and records
// without an artifact.
import { type Kysely, sql } from 'kysely';
import type { KeptRecord } from '../domain/record/manifest.ts';
import { formatNumberArray, formatPlainArray } from './arrays.ts';
import type { StoredArtifact, StoredRecordPosition } from './artifact.db.ts';
import { type IndexSchema, keptRecordTypes } from './schema.ts';

/** Inserts all rows of a segment with one statement. */
export async function insertKeptRecords(
  tx: Kysely<IndexSchema>,
  segmentId: number,
  records: readonly KeptRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const of = (value: (record: KeptRecord) => number | undefined) => formatNumberArray(records.map(value));
  await sql`
    insert into kept_record (segment_id, record_offset, record_length, record_crc, type, artifact_id)
    select ${segmentId}, kept.* from unnest(
      ${of(({ offset }) => offset)}::bigint[], ${of(({ length }) => length)}::bigint[],
      ${of(({ crc32 }) => (crc32 === undefined ? undefined : crc32 | 0))}::integer[],
      ${of(({ type }) => keptRecordTypes[type])}::smallint[],
      ${formatPlainArray(records.map(({ artifactId }) => artifactId ?? 'NULL'))}::uuid[]
    ) kept`.execute(tx);
}

/** Returns the records that have no artifact or whose artifact exists. */
export async function filterRecordsByOwner(
  db: Kysely<IndexSchema>,
  records: readonly KeptRecord[],
): Promise<KeptRecord[]> {
  const owners = records.flatMap(({ artifactId }) => artifactId ?? []);
  if (owners.length === 0) return [...records];
  const { rows } = await sql<{ id: string }>`
    select id from artifact where id = any(${formatPlainArray(owners)}::uuid[])`.execute(db);
  const there = new Set(rows.map(({ id }) => id));
  return records.filter(({ artifactId }) => artifactId === undefined || there.has(artifactId));
}

export interface ArtifactKeptRecords {
  /** Companion records that are not adjacent to the artifact's record, ordered by segment and offset. */
  readonly companions: StoredRecordPosition[];
  /** Warcinfo record that applies to the artifact's record. */
  readonly warcinfo: StoredRecordPosition | undefined;
}

export async function listArtifactKeptRecords(
  db: Kysely<IndexSchema>,
  { id, record }: Pick<StoredArtifact, 'id' | 'record'>,
): Promise<ArtifactKeptRecords> {
  const { rows } = await sql<StoredRecordPosition & { isWarcinfo: boolean }>`
    select segment.key, kept.segment_id as "segmentId", record_offset as "offset", record_length as "length",
      record_crc::bigint & 4294967295 as crc32, type = ${keptRecordTypes.warcinfo} as "isWarcinfo"
    from (
      select * from kept_record where artifact_id = ${id}
      union all
      (select * from kept_record
       where segment_id = ${record.segmentId} and record_offset < ${record.offset}
         and type = ${keptRecordTypes.warcinfo}
       order by record_offset desc limit 1)
    ) kept
    join segment on segment.id = kept.segment_id
    order by kept.segment_id, record_offset`.execute(db);
  const places = rows.map(({ isWarcinfo, crc32, ...place }) => ({
    isWarcinfo,
    place: { ...place, crc32: crc32 ?? undefined },
  }));
  return {
    companions: places.filter(({ isWarcinfo }) => !isWarcinfo).map(({ place }) => place),
    warcinfo: places.find(({ isWarcinfo }) => isWarcinfo)?.place,
  };
}
