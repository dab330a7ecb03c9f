// Reports how complete each store is, and how the amount of outstanding work changed in the last ten minutes.
import type { StoreRecord } from '@holdfast/object-store';
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

/** Number of outstanding copies, repairs, deletions and comparisons at a point in time. */
export interface OutstandingSample {
  /** Time of the sample, in milliseconds since 1970. */
  readonly at: number;
  readonly left: number;
}

export interface StoreProgress extends Pick<StoreRecord, 'id' | 'name' | 'role' | 'state' | 'location'> {
  /** Number of segments in the index. */
  readonly objects: number;
  /** Number of segments that have not been compared with the other stores yet. */
  readonly uncompared: number;
  /** Number of compared segments that are missing or damaged in the store. */
  readonly lackingSegments: number;
  /** Number of objects of any kind that are missing in the store. */
  readonly missing: number;
  readonly damaged: number;
  readonly undeleted: number;
  readonly samples: readonly OutstandingSample[];
}

const progress = sql`
  select store.id, store.name, store.role, store.state, store.location, store.samples, store.added_at,
    (select count(*) from segment)::bigint as objects,
    case when store.state = 'filling' then
      (select count(*) from segment where segment.key collate "C" > store.scanned_key)
    else 0 end::bigint as uncompared,
    (select count(*) from object_copy join segment on segment.key = object_copy.key
      where store_id = store.id and task <> 'delete'
        and (store.state <> 'filling' or segment.key collate "C" <= store.scanned_key))::bigint as "lackingSegments",
    (select count(*) from object_copy where store_id = store.id and task = 'copy')::bigint as missing,
    (select count(*) from object_copy where store_id = store.id and task = 'repair')::bigint as damaged,
    (select count(*) from object_copy where store_id = store.id and task = 'delete')::bigint as undeleted
  from store`;

export async function readStoreProgress(db: Kysely<IndexSchema>): Promise<StoreProgress[]> {
  const { rows } = await sql<StoreProgress>`${progress} order by store.added_at, store.name`.execute(db);
  return rows;
}

const KEPT_MS = 600_000;
const SAMPLE_EVERY_MS = 50_000;

/** Adds a sample for each store whose latest sample is almost a minute old. Any process may call this function. */
export async function sampleOutstandingCopies(db: Kysely<IndexSchema>, nowMs: number): Promise<void> {
  await sql`
    with progress as (${progress})
    update store set samples = (
      select json_agg(sample order by (sample ->> 'at')::float8) from (
        select sample from json_array_elements(store.samples) sample
        where (sample ->> 'at')::float8 >= ${nowMs - KEPT_MS}
        union all
        select json_build_object('at', ${nowMs}::bigint, 'left', missing + damaged + undeleted + uncompared)
      ) kept
    )
    from progress
    where progress.id = store.id and not exists (
      select from json_array_elements(store.samples) sample
      where (sample ->> 'at')::float8 > ${nowMs - SAMPLE_EVERY_MS}
    )`.execute(db);
}
