// Queries for the overview of one artifact: its checks, damage, holds and copies, and the captures before and after it.
import { type Kysely, sql } from 'kysely';
import { formatNumberArray, formatTextArray } from '../arrays.ts';
import type { StoredArtifact } from '../artifact.db.ts';
import type { IndexSchema } from '../schema.ts';

export interface ArtifactCondition {
  /** Time of the least recent scheduled check among the artifact's records. Null if one of them was never checked. */
  readonly checkedMs: number | null;
  readonly isDamaged: boolean;
  readonly isHeld: boolean;
}

export async function readArtifactCondition(
  db: Kysely<IndexSchema>,
  { id, auId, record, sharedPayload }: StoredArtifact,
): Promise<ArtifactCondition> {
  const segments = [record, sharedPayload].flatMap((place) => (place === undefined ? [] : [place.segmentId]));
  const { rows } = await sql<ArtifactCondition>`
    select
      (select case when count(checked_ms) = count(*) then min(checked_ms) end
        from segment where id = any(${formatNumberArray(segments)}::bigint[])) as "checkedMs",
      exists (select from damage where artifact_id = ${id}::uuid) as "isDamaged",
      exists (
        select from hold
        where au_id = ${auId} and (artifact_id is null or artifact_id = ${id}::uuid)
          and (until is null or until > clock_timestamp())
      ) as "isHeld"`.execute(db);
  return rows[0]!;
}

export interface CopyOfRecords {
  readonly storeId: string;
  readonly name: string;
  readonly location: string;
  readonly state: 'intact' | 'missing' | 'damaged';
}

/** Returns the state of the artifact's records in each store of the catalogue. Empty if there is only one store. */
export async function listRecordCopies(
  db: Kysely<IndexSchema>,
  { record, sharedPayload }: StoredArtifact,
): Promise<CopyOfRecords[]> {
  const keys = [record, sharedPayload].flatMap((place) => (place === undefined ? [] : [place.key]));
  const { rows } = await sql<CopyOfRecords>`
    select store.id as "storeId", store.name, store.location,
      case
        when bool_or(task = 'repair') then 'damaged'
        when bool_or(task is not null or store.state = 'filling' and wanted.key collate "C" > store.scanned_key)
          then 'missing'
        else 'intact' end as state
    from store
    cross join unnest(${formatTextArray(keys)}::text[]) wanted(key)
    left join object_copy on object_copy.store_id = store.id and object_copy.key = wanted.key
    group by store.id
    order by store.added_at, store.name`.execute(db);
  return rows;
}

export interface NeighbourCapture {
  readonly uuid: string;
  readonly collectionMs: number;
}

export interface CaptureNeighbours {
  readonly previous: NeighbourCapture | null;
  readonly next: NeighbourCapture | null;
  /** Number of committed captures, at most MAX_COUNTED_CAPTURES. */
  readonly captures: number;
}

const MAX_COUNTED_CAPTURES = 1_000;

/**
 * Finds the captures directly before and after an artifact, among the committed captures of its namespace that replay
 * tools treat as captures of the same URL.
 */
export async function findNeighbourCaptures(
  db: Kysely<IndexSchema>,
  { id, auId, urlkey, collectionMs }: StoredArtifact,
): Promise<CaptureNeighbours> {
  // Each subquery uses the index in replay order: equal key prefix, then time.
  const ofUrl = sql`
    from artifact
    where namespace_id = (select namespace_id from au where id = ${auId})
      and key_head(urlkey) = key_head(${urlkey}::text) and urlkey = ${urlkey} and committed`;
  const { rows } = await sql<CaptureNeighbours>`
    select
      (select json_build_object('uuid', id, 'collectionMs', collection_ms) ${ofUrl}
        and collection_ms <= ${collectionMs} and (collection_ms < ${collectionMs} or id < ${id}::uuid)
        order by collection_ms desc, id desc limit 1) as previous,
      (select json_build_object('uuid', id, 'collectionMs', collection_ms) ${ofUrl}
        and collection_ms >= ${collectionMs} and (collection_ms > ${collectionMs} or id > ${id}::uuid)
        order by collection_ms, id limit 1) as next,
      (select count(*) from (select ${ofUrl} limit ${MAX_COUNTED_CAPTURES}) counted) as captures`.execute(db);
  return rows[0]!;
}
