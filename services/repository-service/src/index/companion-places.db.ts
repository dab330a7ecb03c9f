// Finds companion records (request, metadata) of an artifact, whether or not they are adjacent to its record, and the
// warcinfo record that applies to it. `kept_record` lists records that are not adjacent, and records without an
// artifact.
import { type Kysely, sql } from 'kysely';
import type { StoredArtifact, StoredCompanions, StoredRecordPosition } from './artifact.db.ts';
import { toUnsignedCrc } from './crc.ts';
import { type IndexSchema, keptRecordTypes } from './schema.ts';

export interface CompanionPositions {
  readonly record: StoredRecordPosition;
  /** Companion records directly before and after the artifact's record. Undefined if there are none. */
  readonly companions: StoredCompanions | undefined;
  /** Locations of companion records that are not adjacent to the artifact's record. */
  readonly elsewhere: readonly StoredRecordPosition[];
}

interface CompanionPlacesRow {
  readonly key: string;
  readonly segmentId: number;
  readonly offset: number;
  readonly length: number;
  readonly crc: number | null;
  readonly before: number;
  readonly after: number;
  readonly companionsCrc: number | null;
}

/** Returns the locations of an artifact's records, or undefined if the artifact does not exist. */
export async function findCompanionPositions(
  db: Kysely<IndexSchema>,
  id: string,
): Promise<CompanionPositions | undefined> {
  const { rows } = await sql<CompanionPlacesRow>`
    select segment.key, artifact.segment_id as "segmentId", record_offset as "offset", record_length as "length",
      record_crc as crc, companions_before as before, companions_after as after, companions_crc as "companionsCrc"
    from artifact join segment on segment.id = artifact.segment_id
    where artifact.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { key, segmentId, offset, length, before, after } = row;
  const record = { key, segmentId, offset, length, crc32: toUnsignedCrc(row.crc) };
  const companions =
    before + after > 0 ? { before, after, crc32: toUnsignedCrc(row.companionsCrc) } : undefined;
  const { companions: elsewhere } = await listArtifactKeptRecords(db, { id, record });
  return { record, companions, elsewhere };
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
